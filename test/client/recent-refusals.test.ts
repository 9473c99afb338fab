import { expect, it } from 'vitest';
import { RecentRefusals } from '../../src/core/call/recent-refusals.ts';

it('of what was refused, the last thousand endpoints and paths are remembered', () => {
  const refusals = new RecentRefusals();
  refusals.add(['first']);
  for (let n = 0; n < 999; n += 1) refusals.add([`/${n}`]);
  refusals.add(['first']);
  expect(refusals.count(['first', '/0'])).toBe(2);
  refusals.add(['last']);
  expect(refusals.count(['first', '/0', '/1', 'last'])).toBe(3);
});
