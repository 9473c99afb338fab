import { expect, test } from 'vitest';
import { isCaptionFile, projectNameOf, snapshotFileName } from '../../mock/console/state/files.tsx';

test.each([
  ['talk.vtt', true],
  ['Talk.SRT', true],
  ['talk.json', false],
  ['vtt', false],
])('a project can be made of %s: %s', (name, expected) => {
  expect(isCaptionFile(name)).toBe(expected);
});

test.each([
  ['talk.vtt', 'talk'],
  ['talk.en.vtt', 'talk.en'],
  ['.vtt', '.vtt'],
])('a project made of %s is called %s', (fileName, name) => {
  expect(projectNameOf(fileName)).toBe(name);
});

test('the name of a snapshot’s file has no character that a file system refuses', () => {
  expect(snapshotFileName('2026-01-02T03:04:05.678Z')).toBe('mock-state-2026-01-02T03-04-05.json');
});
