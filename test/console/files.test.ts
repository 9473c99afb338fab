import { expect, test } from 'vitest';
import { isCaptionFile, projectNameOf, snapshotFileName } from '../../mock/console/state/files.tsx';

test.each([
  ['talk.vtt', true],
  ['Talk.SRT', true],
  ['talk.json', false],
  ['vtt', false],
])('%s is a caption file: %s', (name, expected) => {
  expect(isCaptionFile(name)).toBe(expected);
});

test.each([
  ['talk.vtt', 'talk'],
  ['talk.en.vtt', 'talk.en'],
  ['.vtt', '.vtt'],
])('a project from %s is named %s', (fileName, name) => {
  expect(projectNameOf(fileName)).toBe(name);
});

test('the file name of a snapshot is valid on every file system', () => {
  expect(snapshotFileName('2026-01-02T03:04:05.678Z')).toBe('mock-state-2026-01-02T03-04-05.json');
});
