import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeBlocks } from './support/programs.ts';
import { runScript, type ScriptResult } from './support/run-script.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const output = (file: string) => new URL(`../../examples/output/${file}`, import.meta.url);
const written = ['second-inaugural.vtt', 'second-inaugural.srt', 'second-inaugural.mp4', 'applause.wav'];

/** Without what differs from run to run: the port, the time. */
function withoutVolatile(text: string): string {
  return text.replace(/:\d+\/webhooks/, '/webhooks').replace(/until .* UTC/, 'until');
}

async function runOn(name: string, text: string): Promise<ScriptResult> {
  const file = join(folder, name);
  await writeFile(file, text);
  return runScript('examples/demo.ts', file);
}

describe('the demo on its own speech', { timeout: 20_000 }, () => {
  let result: ScriptResult;

  beforeAll(async () => {
    await Promise.all(written.map((file) => rm(output(file), { force: true })));
    result = await runScript('examples/demo.ts');
  }, 20_000);

  test('succeeds, and prints no color codes without a terminal', () => {
    expect({ exitCode: result.exitCode, stderr: result.stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(result.stdout).not.toContain('\u001b');
  });

  test('prints what the README shows', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    const shown = codeBlocks(readme).find(({ language }) => language === 'text')?.code;
    expect(withoutVolatile(result.stdout).trim()).toBe(withoutVolatile(shown ?? '').trim());
  });

  test('prints that the signed event was received and verified', () => {
    expect(result.stdout).toMatch(/^ {2}event {6}export\.ready received and verified, /m);
  });

  test('prints what was fixed, before and after', () => {
    expect(result.stdout).toContain('  split      “Fellow-Countrymen:”  →  “Fellow-” + “Countrymen:”\n');
    expect(result.stdout).toContain('  merge      “of” + “a”  →  “of a”\n');
    expect(result.stdout).toContain('  retime     “Countrymen:” ends at 1.09 s  →  ends at 1.39 s\n');
    expect(result.stdout).toContain('  correct    “this second”  →  “This Second” in 1 place\n');
  });

  test('prints what it did on the timeline', () => {
    expect(result.stdout).toContain('  move       starts at 0.00 s  →  2.00 s\n');
    expect(result.stdout).toContain('lasts 20.00 s\n');
  });

  test('writes the edited captions in both formats', async () => {
    const vtt = String(await readFile(output('second-inaugural.vtt')));
    expect(vtt).toMatch(/^WEBVTT\n\n00:00:00\.000 --> .*\nFellow- <00:00:00\.410>Countrymen: .*This .*Second /);
    const srt = String(await readFile(output('second-inaugural.srt')));
    expect(srt).toMatch(/^1\n00:00:00,000 --> .*\nFellow- Countrymen: At This Second appearing to take\n/);
  });

  test('downloads a video and a sound', async () => {
    expect((await readFile(output('second-inaugural.mp4'))).subarray(4, 8).toString()).toBe('ftyp');
    expect((await readFile(output('applause.wav'))).subarray(0, 4).toString()).toBe('RIFF');
  });
});

describe('the demo on another file', { timeout: 20_000 }, () => {
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
