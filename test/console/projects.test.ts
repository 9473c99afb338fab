import { expect, test } from 'vitest';
import { imagePath, isConcerned } from '../../mock/console/projects/project-reader.ts';

test('a project is reloaded after a newer change of this project or of all projects', () => {
  expect(isConcerned('p', 4, { projectId: 'p', revision: 5 }, undefined)).toBe(true);
  expect(isConcerned('p', 5, { projectId: 'p', revision: 5 }, undefined)).toBe(false);
  expect(isConcerned('p', 5, { projectId: null, revision: 2 }, undefined)).toBe(true);
  expect(isConcerned('p', 4, { projectId: 'other', revision: 5 }, { projectId: 'p', revision: 4 })).toBe(false);
});

test('a project is reloaded after a missed change', () => {
  expect(isConcerned('p', 4, { projectId: 'other', revision: 6 }, { projectId: 'other', revision: 4 })).toBe(true);
});

test("images are loaded from the page's own origin", () => {
  expect(imagePath('http://mock.test/media/thumbnails/1.png')).toBe('/media/thumbnails/1.png');
  expect(imagePath('http://mock.test//evil.example/1.png')).toBe('/evil.example/1.png');
  expect(imagePath(null)).toBeUndefined();
});
