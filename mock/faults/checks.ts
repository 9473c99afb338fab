import {
  aNonEmptyString,
  type Check,
  headers,
  mustBe,
  transportHeaders,
  wholeNumber,
} from '../../src/core/options/checks.ts';
import { aJsonObject } from '../checks.ts';
import { MAX_DELAY } from '../time/clock.ts';
import type { FaultKind } from './fault-kinds.ts';

export function checkOf({ type, min = 0, max = MAX_DELAY }: FaultKind): Check {
  if (type === 'number') return wholeNumber(min, max);
  return { flag: onlyTrue, text: aNonEmptyString, json: jsonFields }[type];
}

const onlyTrue = mustBe('true or omitted', (value) => value === true);

export const jsonFields = mustBe(
  'an object of JSON values by the paths of their fields, at least one',
  (value) =>
    aJsonObject(value) === undefined &&
    Object.keys(Object(value)).length > 0 &&
    Object.values(Object(value)).every(isJson),
);

/** Whether a value can be written as JSON without losing a function or a symbol. Undefined fields may be left out. */
function isJson(value: unknown): boolean {
  let isComplete = true;
  const text = JSON.stringify(value, (_, field: unknown) => {
    if (typeof field === 'function' || typeof field === 'symbol') isComplete = false;
    return field;
  });
  return isComplete && text !== undefined;
}

export const aShare = mustBe(
  'a number above 0 and at most 1',
  (value) => typeof value === 'number' && value > 0 && value <= 1,
);

/** The names of headers that only the transport or the mock can set. */
const reservedNames = [
  ...transportHeaders,
  ...['content-type', 'x-request-id', 'access-control-allow-origin', 'access-control-expose-headers'],
];

export const responseHeaders = headers(
  Object.fromEntries(reservedNames.map((name) => [name, 'the mock sets it itself'])),
);
