import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ended } from '../../support/running.ts';
import { runScript } from '../support/run-script.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function runOn(name: string, text: string): Promise<Ended> {
  const file = join(folder, name);
  await writeFile(file, text);
  return runScript('examples/demo.ts', file);
}

describe('the demo on another file', () => {
  test('skips edits for which the file has no suitable words', async () => {
    const { code, stdout } = await runOn('one-word.srt', '1\n00:00:01,000 --> 00:00:02,000\n👍\n');
    expect(code).toBe(0);
    expect(stdout).toContain('  split      skipped: no word is long enough\n');
    expect(stdout).toContain('  merge      skipped: no caption has two words\n');
    expect(stdout).toContain('  retime     skipped: no word is followed by a pause\n');
    expect(stdout).toContain('  correct    skipped: no two adjacent words in lower case\n');
  });

  test('prints only the line number of a syntax error', async () => {
    const { code, stdout, stderr } = await runOn('bad.vtt', 'WEBVTT\n\n00:01.000 --> soon\nHello\n');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^The demo stopped: \S+bad\.vtt cannot be read: line 3: [^\n]+\n$/);
  });

  test('prints that the file does not exist', async () => {
    const { code, stderr } = await runScript('examples/demo.ts', join(folder, 'none.vtt'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The demo stopped: ENOENT: no such file or directory, open '\S+none\.vtt'\n$/);
  });
});
