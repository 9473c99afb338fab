import { expect, test } from 'vitest';
import { spanText } from '../../mock/console/app/times.tsx';
import { filterByWords } from '../../mock/console/data/texts.ts';
import { outcomeOfForm } from '../../mock/console/jobs/next-jobs.tsx';

test('a span of time is shown in its two largest units', () => {
  expect([-5, 0, 1, 1000, 59_001, 61_000, 3_600_000, 7_500_000, 90_000_000].map((each) => spanText(each))).toEqual([
    ...['0 s', '0 s', '1 s', '1 s', '1 min', '1 min 1 s', '1 h', '2 h 5 min', '1 d 1 h'],
  ]);
});

test('a filter keeps items that contain every word, ignoring case', () => {
  const items = [
    ['Alpha', 'status:failed'],
    ['beta', null],
    ['ALPHA', 'status:pending'],
  ];
  const rules = { textOf: (item: readonly (string | null)[]) => item };
  expect(filterByWords(items, ' ', rules)).toEqual(items);
  expect(filterByWords(items, 'alpha  status:fail', rules)).toEqual([items[0]]);
});

test('the outcome for the next jobs contains only the fields that were filled in', () => {
  const form = new FormData();
  form.set('status', 'held');
  form.set('seconds', '0');
  form.set('error', '');
  form.set('times', '2');
  expect(outcomeOfForm(form)).toEqual({ status: 'held', seconds: 0, times: 2 });
});
