import { closest } from 'fastest-levenshtein';
import { eventTypes } from '../../src/contract/event.ts';
import { isHeader } from '../../src/core/options/is-header.ts';
import { apiNames } from '../api/table.ts';
import { type Check, type Checks, isCount, isName, isObject, rule } from '../checks.ts';
import { MAX_DELAY } from '../time/clock.ts';
import type { CallFault, CallMatch, EventFault, EventMatch } from './fault.ts';

const MAX_DUPLICATES = 10;

const isTrue = rule((value) => value === true, 'must be true, or be left out');
const isShare = rule(
  (value) => typeof value === 'number' && value > 0 && value <= 1,
  'must be a number above 0 and at most 1',
);
const shared = { match: isObject, delay: wholeNumber(0, MAX_DELAY), drop: isTrue, times: isCount, apiKey: isName };

export const callChecks: Checks<CallFault> = {
  ...shared,
  when: rule((value) => value === 'before' || value === 'after', 'must be "before" or "after"'),
  status: wholeNumber(400, 599),
  headers: checkHeaders,
  stall: isTrue,
  cut: isTrue,
  malformed: isTrue,
  omit: isName,
};

export const callMatchChecks: Checks<CallMatch> = {
  endpoint: nameOf('an endpoint', apiNames),
  project: isName,
  share: isShare,
};

export const eventChecks: Checks<EventFault> = { ...shared, duplicate: wholeNumber(1, MAX_DUPLICATES) };

export const eventMatchChecks: Checks<EventMatch> = {
  event: nameOf('a type of event or "*"', [...eventTypes, '*']),
  webhook: isName,
  share: isShare,
};

function wholeNumber(min: number, max: number): Check {
  const inRange = (value: unknown) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return rule(inRange, `must be a whole number from ${min} to ${max}`);
}

/** What is mistyped would never happen, and the test that asks for it would pass for nothing. */
function nameOf(noun: string, values: readonly string[]): Check {
  return (value) => {
    if (values.some((known) => known === value)) return undefined;
    const nearest = JSON.stringify(closest(String(value), [...values]));
    return `must name ${noun}, as ${nearest} does; ${JSON.stringify(value)} does not.`;
  };
}

/** Those that say where a message ends are the transport's own, the rest the mock sets. */
const taken = [
  ...['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'trailer', 'te'],
  ...['content-type', 'x-request-id', 'access-control-allow-origin', 'access-control-expose-headers'],
];

function checkHeaders(value: unknown): string | undefined {
  const unfit = isObject(value);
  if (unfit) return unfit;
  for (const [name, text] of Object.entries(Object(value))) {
    if (taken.includes(name.toLowerCase())) return `must not set ${name}, which every answer has of itself.`;
    if (typeof text !== 'string' || !isHeader(name, text)) return `has a value for "${name}" that no header can have.`;
  }
  return undefined;
}
