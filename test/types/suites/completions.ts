import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { compiler, root } from '../support/compiler.ts';

const probe = 'test/types/probe.ts';

describe('an editor completes', () => {
  test.each([
    ['the fields of a body', 'projects.create({ | })', ['description', 'name']],
    ['the remaining fields of a body', "audio.generateSound({ prompt: 'Rain', extra: 1, | })", ['project_id']],
    [
      'the fields of an object in a body',
      'clips.generate({ source: { | } })',
      ['quality', 'source_type', 'video_site_url'],
    ],
    [
      'the fields of an item of a list',
      "captions.words.retime('p1', { updates: [{ | }] })",
      ['end_seconds', 'start_seconds', 'word_id'],
    ],
    ['the fields of a query', "captions.list('p1', { | })", ['limit', 'offset']],
    ['the known values of an open enumeration', "clips.generate({ source: { quality: '|' } })", ['2160p']],
  ])('%s', (_, call, names) => {
    expect(completionsOf(call)).toEqual(names);
  });
});

test('an editor shows a request’s type name, and a field’s type and comment', () => {
  expect(hoverOf('clips.gen|erate({ source: {} })')).toMatch(/generate\(params: GenerateClipsParams, /);
  expect(hoverOf('clips.generate({ source: {}, target: { min_dur|ation_seconds: 20 } })')).toBe(
    '(property) ClipTarget.min_duration_seconds?: number | undefined Seconds.',
  );
});

/** The completions at the `|` in a client call. */
function completionsOf(call: string): string[] {
  const { entries = [] } = compiler.service.getCompletionsAtPosition(root + probe, open(call), {}) ?? {};
  return entries.map(({ name }) => name).sort();
}

/** The hover text at the `|` in a client call. */
function hoverOf(call: string): string {
  const { displayParts, documentation } = compiler.service.getQuickInfoAtPosition(root + probe, open(call)) ?? {};
  return [displayParts, documentation].map((parts) => ts.displayPartsToString(parts)).join(' ');
}

/** Opens the call in the editor and returns the position of the `|`. */
function open(call: string): number {
  const start = "import type { Clipwright } from 'clipwright';\ndeclare const client: Clipwright;\nclient.";
  compiler.replace({ [probe]: start + call.replace('|', '') });
  return start.length + call.indexOf('|');
}
