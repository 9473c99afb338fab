import { eventTypes } from '../../src/contract/event.ts';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import {
  aNonEmptyString,
  anObject,
  aPositiveWholeNumber,
  type Check,
  type Checks,
  headers,
  knownName,
  mustBe,
  oneOf,
  requireFields,
  requireValue,
  transportHeaders,
  wholeNumber,
} from '../../src/core/options/checks.ts';
import { anApiKey, jsonFields } from '../checks.ts';
import { api, apiNames } from '../http/api.ts';
import { fileKinds } from '../http/urls.ts';
import { MAX_DELAY } from '../time/clock.ts';
import { checkEffect } from './call-fault-effects.ts';
import type { ActiveCallFault, ActiveEventFault, ActiveFileFault, Fault, FaultStatus } from './fault.ts';
import {
  callFaultKindNames,
  callFaultKinds,
  eventFaultKinds,
  type FaultKind,
  type FaultTarget,
  faultKinds,
  fileFaultKinds,
  targetOf,
} from './fault-kinds.ts';

const onlyTrue = mustBe('true or omitted', (value) => value === true);

const aShare = mustBe(
  'a number above 0 and at most 1',
  (value) => typeof value === 'number' && value > 0 && value <= 1,
);

/** The names of headers that only the transport or the mock can set. */
const reservedHeaders = [
  ...transportHeaders,
  ...['content-type', 'x-request-id', 'access-control-allow-origin', 'access-control-expose-headers'],
];

const responseHeaders = headers(Object.fromEntries(reservedHeaders.map((name) => [name, 'the mock sets it itself'])));

interface FaultsByTarget {
  readonly calls: ActiveCallFault;
  readonly files: ActiveFileFault;
  readonly deliveries: ActiveEventFault;
}

/** The fields of a fault to add: it has no status yet, but may have an API key. */
type Given<Target extends FaultTarget> = Omit<FaultsByTarget[Target], keyof FaultStatus> & { readonly apiKey?: string };

const shared = { match: anObject, times: aPositiveWholeNumber, apiKey: anApiKey };

const faultChecks: { readonly [Target in FaultTarget]: Checks<Given<Target>> } = {
  calls: { ...shared, ...checksOf(callFaultKinds), when: oneOf(['before', 'after']), headers: responseHeaders },
  files: { ...shared, ...checksOf(fileFaultKinds), headers: responseHeaders },
  deliveries: { ...shared, ...checksOf(eventFaultKinds) },
};

const aKindOfFile = knownName('true or a kind of file', fileKinds);
const anEvent = knownName('an event type or "*"', [...eventTypes, '*']);

const matchChecks: { readonly [Target in FaultTarget]: Checks<NonNullable<FaultsByTarget[Target]['match']>> } = {
  calls: { endpoint: knownName('an endpoint', apiNames), project: aNonEmptyString, share: aShare },
  files: { file: (value) => (value === true ? undefined : aKindOfFile(value)), share: aShare },
  deliveries: { event: anEvent, webhook: aNonEmptyString, share: aShare },
};

/** The checks of a fault's own fields and of the fields in its `match`. `advice` is for a field at the wrong level. */
const levels = {
  fault: { checks: faultChecks, elsewhere: matchChecks, advice: 'belongs in `match`.' },
  'fault.match': { checks: matchChecks, elsewhere: faultChecks, advice: 'belongs beside `match`, not in it.' },
} as const;

/** Texts for the error about a field that only faults of another target can have. */
const texts: Readonly<Record<FaultTarget, { readonly faults: string; readonly reason: string }>> = {
  calls: { faults: 'request faults', reason: 'this fault has no match.event' },
  files: { faults: 'file faults', reason: 'match.file makes this a file fault' },
  deliveries: { faults: 'delivery faults', reason: 'match.event makes this a delivery fault' },
};

// Cast: `keys` returns `string[]`.
const targets = Object.keys(texts) as FaultTarget[];

/** @throws ConfigurationError that names the first field that is unknown, not valid, or can never have an effect. */
export function requireFault(fault: Fault, anAcceptedKey: Check): void {
  requireValue('fault', fault, anObject);
  if (fault.match !== undefined) requireValue('fault.match', fault.match, anObject);
  const target = targetOf(fault);
  requireFieldsOf(fault, 'fault', target);
  requireFieldsOf(fault.match ?? {}, 'fault.match', target);
  requireOneEffect(fault, Object.keys(faultKinds[target]));
  if (target !== 'deliveries') requireApplicable(fault);
  if (fault.apiKey !== undefined) requireValue('fault.apiKey', fault.apiKey, anAcceptedKey);
}

function checksOf<Name extends string>(kinds: Readonly<Record<Name, FaultKind>>): Record<Name, Check> {
  const checks = Object.entries<FaultKind>(kinds).map(([name, kind]) => [name, checkOf(kind)]);
  // Cast: `fromEntries` returns keys of type `string`.
  return Object.fromEntries(checks) as Record<Name, Check>;
}

function checkOf({ type, min = 0, max = MAX_DELAY }: FaultKind): Check {
  if (type === 'number') return wholeNumber(min, max);
  return { flag: onlyTrue, text: aNonEmptyString, json: jsonFields }[type];
}

function requireFieldsOf(given: object, path: 'fault' | 'fault.match', target: FaultTarget): void {
  const { checks, elsewhere, advice } = levels[path];
  // Check this before `requireFields`, which would suggest a similar field although the name is not misspelled.
  for (const [field, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(checks[target], field)) continue;
    const other = targets.find((each) => Object.hasOwn(checks[each], field));
    if (other) refuse(`${path}.${field}`, `is for ${texts[other].faults}, but ${texts[target].reason}.`);
    if (targets.some((each) => Object.hasOwn(elsewhere[each], field))) refuse(`${path}.${field}`, advice);
  }
  requireFields(given, checks[target], path, 'a field of a fault');
}

function requireOneEffect(fault: object, names: readonly string[]): void {
  const given = Object.entries(fault).filter(([field, value]) => value !== undefined && names.includes(field));
  if (given.length !== 1) refuse('fault', `must have exactly one of ${names.join(', ')}.`);
}

/** @throws ConfigurationError when the fields of a call or file fault are valid, but not in this combination. */
function requireApplicable(fault: Omit<ActiveCallFault, keyof FaultStatus>): void {
  const { match = {}, when, status, headers } = fault;
  if (headers !== undefined && status === undefined) refuse('fault.headers', 'applies only to a fault with a status.');
  const needsResponse = callFaultKindNames.find(
    (name) => fault[name] !== undefined && 'isAfter' in callFaultKinds[name],
  );
  if (needsResponse && when === 'before') {
    refuse('fault.when', `must be "after" with ${needsResponse}, which needs a response.`);
  }
  checkEffect(fault, match);
  const { endpoint, project } = match;
  if (endpoint === undefined || project === undefined || /\{(?:projectId|jobId)\}/.test(api[endpoint].path)) return;
  refuse('fault.match.project', `never matches: the path of ${endpoint} names neither a project nor a job.`);
}

function refuse(path: string, message: string): never {
  throw new ConfigurationError(path, message);
}
