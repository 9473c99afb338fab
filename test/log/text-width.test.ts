import { expect, test } from 'vitest';
import { drawSegments, plain, startOfText, widthOfText } from '../../mock/cli/log/terminal-text.ts';

test.each([
  ['', 0],
  ['job.failed · delivery-1 → …', 27],
  ['日本語', 6],
  ['ｆｕｌｌ', 8],
  ['한국어', 6],
  ['🎬 cut', 6],
  ['e\u0301te\u0301', 3],
  ['\u200b\ufe0f', 0],
  ['👩‍👩‍👧 🇫🇷', 5],
])('%j fills %i columns of a terminal', (text, width) => {
  expect(widthOfText(text)).toBe(width);
});

test('a text is never truncated within a character', () => {
  expect(startOfText('日本語', 5)).toBe('日本');
  expect(startOfText('a🎬b', 2)).toBe('a');
  expect(startOfText('a🎬b', 3)).toBe('a🎬');
  expect(startOfText('a🇫🇷b', 2)).toBe('a');
  expect(startOfText('abc', 0)).toBe('');
});

test('a line with wide characters is truncated to the terminal’s width', () => {
  expect(
    drawSegments(
      [
        ['no: ', plain],
        ['日本語日本語', plain],
      ],
      10,
    ),
  ).toBe('no: 日本…');
  expect(drawSegments([['🎬🎬', plain]], 2)).toBe('…');
});
