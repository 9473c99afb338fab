import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runScript, type ScriptResult } from '../support/run-script.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function runOn(name: string, text: string): Promise<ScriptResult> {
  const file = join(folder, name);
  await writeFile(file, text);
  return runScript('examples/demo.ts', file);
}

describe('the demo on another file', () => {
  test('skips each edit for which the file has no words', async () => {
    const { exitCode, stdout } = await runOn('one-word.srt', '1\n00:00:01,000 --> 00:00:02,000\n👍\n');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('  split      skipped: no word is long enough\n');
    expect(stdout).toContain('  merge      skipped: no caption has two words\n');
    expect(stdout).toContain('  retime     skipped: no word is followed by a pause\n');
    expect(stdout).toContain('  correct    skipped: no two adjacent words in lower case\n');
  });

  test('prints which line cannot be read, and nothing else', async () => {
    const { exitCode, stdout, stderr } = await runOn('bad.vtt', 'WEBVTT\n\n00:01.000 --> soon\nHello\n');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^The demo stopped: \S+bad\.vtt cannot be read: line 3: [^\n]+\n$/);
  });

  test('prints that the file does not exist', async () => {
    const { exitCode, stderr } = await runScript('examples/demo.ts', join(folder, 'none.vtt'));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^The demo stopped: ENOENT: no such file or directory, open '\S+none\.vtt'\n$/);
  });
});
