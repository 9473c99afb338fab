import { readFile, rm } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { examples } from '../support/programs.ts';
import type { Ended } from '../../support/running.ts';
import { runScript } from '../support/run-script.ts';

const output = (file: string) => new URL(`../../../examples/output/${file}`, import.meta.url);
const written = ['second-inaugural.vtt', 'second-inaugural.srt', 'second-inaugural.mp4', 'applause.wav'];

/** Removes the port and the time, because they differ in each run. */
function withoutVolatile(text: string): string {
  return text.replace(/:\d+\/webhooks/, '/webhooks').replace(/until .* UTC/, 'until');
}

describe('the demo on its own speech', () => {
  let result: Ended;

  beforeAll(async () => {
    await Promise.all(written.map((file) => rm(output(file), { force: true })));
    result = await runScript('examples/demo.ts');
  });

  test('succeeds, and prints no color codes without a terminal', () => {
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).not.toContain('\u001b');
  });

  test('prints what examples/README.md shows', () => {
    const shown = examples.blocks.find(({ language }) => language === 'text')?.code;
    expect(withoutVolatile(result.stdout).trim()).toBe(withoutVolatile(shown ?? '').trim());
  });

  test('prints that the signed event was received and verified', () => {
    expect(result.stdout).toMatch(/^ {2}event {6}export\.ready received and verified, /m);
  });

  test('prints what was fixed, with the text before and after', () => {
    expect(result.stdout).toContain('  split      “Fellow-Countrymen:”  →  “Fellow-” + “Countrymen:”\n');
    expect(result.stdout).toContain('  merge      “of” + “a”  →  “of a”\n');
    expect(result.stdout).toContain('  retime     “Countrymen:” ends at 1.09 s  →  ends at 1.39 s\n');
    expect(result.stdout).toContain('  correct    “this second”  →  “This Second” in 1 place\n');
  });

  test('prints its edits of the timeline', () => {
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
