import { expect, test } from 'vitest';
import { WaveFile } from 'wavefile';
import { toneWav } from '../../mock/media/tone-wav.ts';

test.each([0.5, 2, 2.5])('a tone of %d s has exactly the requested length', (seconds) => {
  const bytes = toneWav(seconds);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const audioBytes = seconds * 8000 * 2;

  expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe('RIFF');
  expect(view.getUint32(4, true)).toBe(bytes.length - 8);
  expect(view.getUint16(22, true)).toBe(1);
  expect(view.getUint32(24, true)).toBe(8000);
  expect(view.getUint16(34, true)).toBe(16);
  expect(view.getUint32(40, true)).toBe(audioBytes);
  expect(bytes.length).toBe(44 + audioBytes);
});

test('the tone is audible but soft, and starts and ends in silence', () => {
  const samples = decode(toneWav(1));

  expect(Math.max(...samples)).toBeGreaterThan(0.15 * 0x7fff);
  expect(Math.max(...samples)).toBeLessThanOrEqual(0.2 * 0x7fff);
  expect(samples[0]).toBe(0);
  expect(Math.abs(Number(samples.at(-1)))).toBeLessThan(100);
});

test('the tone is 440 Hz', () => {
  const samples = decode(toneWav(1));
  const rises = samples.filter((sample, index) => index > 0 && sample >= 0 && Number(samples[index - 1]) < 0);

  expect(rises.length).toBe(439);
});

function decode(bytes: Uint8Array): number[] {
  return Array.from(new WaveFile(bytes).getSamples(false, Int16Array));
}
