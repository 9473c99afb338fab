import type { Fault } from 'clipwright/mock';

/** Failures that are worth a test, each of which fills the form. */
export const presets: Readonly<Record<string, Fault>> = {
  '429 storm': { status: 429, headers: { 'retry-after': '2' }, times: 5 },
  'Slow network': { delay: 2000 },
  'Lost answers': { when: 'after', drop: true, times: 3 },
  'Webhooks twice': { match: { event: '*' }, duplicate: 1 },
  // What is not delayed overtakes what is.
  'Webhooks out of order': { match: { event: '*', share: 0.5 }, delay: 30_000 },
};
