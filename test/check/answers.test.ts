import { createMock } from 'clipwright/mock';
import { expect, test, vi } from 'vitest';

test('a mock warns about answers that it cannot follow, but not about those that equal its own', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  createMock({
    answers: {
      answers: [
        { point: 'timeline.end', service: 'yes' },
        { point: 'values.ids', service: 'UUID', same: true },
      ],
    },
  });

  expect(warn.mock.calls).toEqual([['clipwright mock: does not follow the answers to timeline.end.']]);
  warn.mockRestore();
});

test.each([
  ['no report', { breaches: [] }, 'answers must be the report that `clipwright check --json` prints.'],
  ['an entry without an answer', [{ point: 'job.error' }], 'answers must have a `point` and a `service`'],
  ['an unknown point', [{ point: 'job.eror', service: '' }], 'names the point "job.eror", which does not exist'],
])('createMock rejects %s as answers', (_, answers, message) => {
  expect(() => createMock({ answers: answers as never })).toThrow(message);
});
