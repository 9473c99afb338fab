import { decode } from 'fast-png';
import { expect, test } from 'vitest';
import { stillPng } from '../../mock/media/still-png.ts';

test('the still is a portrait image with a white caption bar on the seed’s color', () => {
  const { width, height, channels, data } = decode(stillPng('a'));

  expect({ width, height, channels }).toEqual({ width: 90, height: 160, channels: 3 });
  const bar = (136 * width + 45) * 3;
  expect([...data.subarray(bar, bar + 3)]).toEqual([255, 255, 255]);
  expect([...data.subarray(0, 3)].every((part) => part < 128)).toBe(true);
});

test('the same seed produces the same bytes, and another seed produces another color', () => {
  expect(stillPng('a')).toEqual(stillPng('a'));

  const seeds = ['', 'a', 'b', 'preview 1', 'preview 2', 'é'];
  const colors = seeds.map((seed) => decode(stillPng(seed)).data.subarray(0, 3).join());
  expect(new Set(colors).size).toBe(seeds.length);
});
