import { eventTypes } from '../../src/contract/event.ts';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import {
  aNonEmptyString,
  anObject,
  aPositiveWholeNumber,
  type Check,
  type Checks,
  knownName,
  oneOf,
  requireFields,
  requireValue,
} from '../../src/core/options/checks.ts';
import { anApiKey } from '../checks.ts';
import { api, apiNames } from '../http/api.ts';
import { requireResponseField } from './body-field.ts';
import { aShare, checkOf, responseHeaders } from './checks.ts';
import { type CallFault, type CallMatch, type EventFault, type EventMatch, type Fault, isEventFault } from './fault.ts';
import {
  callFaultKindNames,
  callFaultKinds,
  eventFaultKindNames,
  eventFaultKinds,
  type FaultKind,
} from './fault-kinds.ts';

const shared = { match: anObject, times: aPositiveWholeNumber, apiKey: anApiKey };

const callChecks: Checks<CallFault> = {
  ...shared,
  ...checksOf(callFaultKinds),
  when: oneOf(['before', 'after']),
  headers: responseHeaders,
};

const callMatchChecks: Checks<CallMatch> = {
  endpoint: knownName('an endpoint', apiNames),
  project: aNonEmptyString,
  share: aShare,
};

const eventChecks: Checks<EventFault> = { ...shared, ...checksOf(eventFaultKinds) };

const eventMatchChecks: Checks<EventMatch> = {
  event: knownName('an event type or "*"', [...eventTypes, '*']),
  webhook: aNonEmptyString,
  share: aShare,
};

const forDeliveries = 'is for delivery faults, but this fault has no match.event.';
const forRequests = 'is for faults of requests, but match.event makes this a delivery fault.';

/** @throws ConfigurationError that names the first field that is unknown, not valid, or can never have an effect. */
export function requireFault(fault: Fault, anAcceptedKey: Check): void {
  requireValue('fault', fault, anObject);
  if (fault.match !== undefined) requireValue('fault.match', fault.match, anObject);
  if (isEventFault(fault)) requireEventFault(fault);
  else requireCallFault(fault);
  if (fault.apiKey !== undefined) requireValue('fault.apiKey', fault.apiKey, anAcceptedKey);
}

function checksOf<Name extends string>(kinds: Readonly<Record<Name, FaultKind>>): Record<Name, Check> {
  const checks = Object.entries<FaultKind>(kinds).map(([name, kind]) => [name, checkOf(kind)]);
  // Cast: `fromEntries` returns keys of type `string`.
  return Object.fromEntries(checks) as Record<Name, Check>;
}

function requireEventFault(fault: EventFault): void {
  requireFieldsOf(fault, 'fault', eventChecks, { others: callChecks, reason: forRequests });
  requireFieldsOf(fault.match, 'fault.match', eventMatchChecks, { others: callMatchChecks, reason: forRequests });
  requireOneKind(fault, eventFaultKindNames);
}

function requireCallFault(fault: CallFault): void {
  const { match = {}, when, status, headers, omit, set = {} } = fault;
  requireFieldsOf(fault, 'fault', callChecks, { others: eventChecks, reason: forDeliveries });
  requireFieldsOf(match, 'fault.match', callMatchChecks, { others: eventMatchChecks, reason: forDeliveries });
  requireOneKind(fault, callFaultKindNames);
  if (headers !== undefined && status === undefined) refuse('fault.headers', 'is for a fault with a status.');
  const kindNeedingResponse = callFaultKindNames.find(
    (name) => fault[name] !== undefined && 'isAfter' in callFaultKinds[name],
  );
  if (kindNeedingResponse && when === 'before') {
    refuse('fault.when', `must be "after" with ${kindNeedingResponse}, which needs a response.`);
  }
  if (omit !== undefined) requireResponseField('fault.omit', omit, match.endpoint);
  for (const path of Object.keys(set)) requireResponseField('fault.set', path, match.endpoint);
  requireMatchableProject(match);
}

function requireFieldsOf<T extends object>(
  given: T,
  path: string,
  checks: Checks<T>,
  { others, reason }: { readonly others: object; readonly reason: string },
): void {
  const isOther = ([field, value]: [string, unknown]) =>
    value !== undefined && Object.hasOwn(others, field) && !Object.hasOwn(checks, field);
  // Check this first, because `requireFields` would suggest a similar field of the wrong kind of fault.
  const [other] = Object.entries(given).find(isOther) ?? [];
  if (other !== undefined) refuse(`${path}.${other}`, reason);
  requireFields(given, checks, path, 'a field of a fault');
}

function requireOneKind<F extends Fault>(fault: F, kinds: readonly (keyof F)[]): void {
  if (kinds.filter((kind) => fault[kind] !== undefined).length === 1) return;
  refuse('fault', `must have exactly one of ${kinds.join(', ')}.`);
}

function requireMatchableProject({ endpoint, project }: CallMatch): void {
  if (endpoint === undefined || project === undefined || /\{(?:projectId|jobId)\}/.test(api[endpoint].path)) return;
  refuse('fault.match.project', `never matches: the path of ${endpoint} names neither a project nor a job.`);
}

function refuse(path: string, message: string): never {
  throw new ConfigurationError(path, message);
}
