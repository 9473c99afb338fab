import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { api } from '../api/table.ts';
import { type Checks, isObject, requireFields, requireValid } from '../checks.ts';
import { callChecks, callMatchChecks, eventChecks, eventMatchChecks } from './checks.ts';
import { type CallFault, type CallMatch, type EventFault, type Fault, isEventFault } from './fault.ts';
import { requireOmittable } from './omit.ts';

const callKinds = ['status', 'delay', 'drop', 'stall', 'cut', 'malformed', 'omit'] as const;
const eventKinds = ['delay', 'duplicate', 'drop'] as const;

const forEvents = 'is for webhook deliveries, and match.event names those.';
const forCalls = 'is for calls, and match.event makes this a fault of webhook deliveries.';

/** @throws ConfigurationError that names the first field that is unknown, unfit, or never could have an effect. */
export function requireFault(fault: Fault): void {
  requireValid('fault', fault, isObject);
  if (fault.match !== undefined) requireValid('fault.match', fault.match, isObject);
  if (isEventFault(fault)) requireEventFault(fault);
  else requireCallFault(fault);
}

function requireEventFault(fault: EventFault): void {
  requireFieldsOf(fault, 'fault', eventChecks, { others: callChecks, say: forCalls });
  requireFieldsOf(fault.match, 'fault.match', eventMatchChecks, { others: callMatchChecks, say: forCalls });
  requireOneKind(fault, eventKinds);
}

function requireCallFault(fault: CallFault): void {
  const { match = {}, when, status, headers, omit } = fault;
  requireFieldsOf(fault, 'fault', callChecks, { others: eventChecks, say: forEvents });
  requireFieldsOf(match, 'fault.match', callMatchChecks, { others: eventMatchChecks, say: forEvents });
  requireOneKind(fault, callKinds);
  if (headers !== undefined && status === undefined) refuse('fault.headers', 'is for a fault with a status.');
  if (omit !== undefined && when === 'before')
    refuse('fault.when', 'must be "after" with omit, which needs an answer.');
  if (omit !== undefined) requireOmittable(omit, match.endpoint);
  requireProject(match);
}

function requireFieldsOf<T extends object>(
  given: T,
  path: string,
  checks: Checks<T>,
  { others, say }: { others: object; say: string },
): void {
  const isOther = ([field, value]: [string, unknown]) =>
    value !== undefined && Object.hasOwn(others, field) && !Object.hasOwn(checks, field);
  // First: the nearest of the fields that there are would mislead.
  const [other] = Object.entries(given).find(isOther) ?? [];
  if (other !== undefined) refuse(`${path}.${other}`, say);
  requireFields(given, checks, `${path}.`, 'field of a fault');
}

function requireOneKind<F extends Fault>(fault: F, kinds: readonly (keyof F)[]): void {
  if (kinds.filter((kind) => fault[kind] !== undefined).length === 1) return;
  refuse('fault', `must have exactly one of ${kinds.join(', ')}.`);
}

function requireProject({ endpoint, project }: CallMatch): void {
  if (endpoint === undefined || project === undefined || /\{(?:projectId|jobId)\}/.test(api[endpoint].path)) return;
  refuse('fault.match.project', `never fits: the path of ${endpoint} names neither a project nor a job.`);
}

function refuse(path: string, message: string): never {
  throw new ConfigurationError(path, message);
}
