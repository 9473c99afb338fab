import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { anObject, requireValue } from '../../src/core/options/checks.ts';
import type { Delivery, DeliveryFilter } from '../deliveries/delivery.ts';
import { inputOf } from '../records/call-input.ts';
import { type Difference, differences } from '../records/differences.ts';
import type { Recorded } from '../records/recorded.ts';
import type { RequestFilter, RequestRecord } from '../records/request-log.ts';

/** A call or delivery of the name that is sought. */
export interface Candidate {
  /** Which one, and how it went. */
  readonly label: string;
  /** What it was given. */
  readonly given: object;
  readonly differences: readonly Difference[];
  /** What else keeps it from being what is sought; null if nothing does. */
  readonly obstacle: string | null;
}

/** What a matcher looks for, and what there is. */
export interface SearchResult {
  /** What a mock does with it. */
  readonly verb: 'received' | 'delivered';
  /** The endpoint or the event's type. */
  readonly name: string;
  readonly wanted: object | undefined;
  readonly matches: readonly Candidate[];
  /** Those of the same name that are not what is sought. */
  readonly others: readonly Candidate[];
  /** The names of all that was recorded, oldest first. */
  readonly names: readonly string[];
}

/** The part of a mock that is looked at; not its class, which another copy of the package has for itself. */
interface Recording {
  readonly requests: Recorded<RequestRecord, RequestFilter>;
  readonly deliveries: Recorded<Delivery, DeliveryFilter>;
}

/** @throws ConfigurationError when `mock` is none, the endpoint is none, or `wanted` is no object. */
export function searchCalls(mock: unknown, name: string, wanted: object | undefined): SearchResult {
  const { requests } = requireMock(mock);
  requireText('endpoint', name);
  // A boundary: `matching` refuses the name of no endpoint.
  const calls = requests.matching({ endpoint: name } as RequestFilter);
  if (wanted !== undefined) requireValue('input', wanted, anObject);
  const findings = calls.map((call) => ({
    label: `${call.id} (${[call.status ?? 'no answer', call.fault].filter((part) => part !== null).join(', ')})`,
    given: inputOf(call),
    differences: differences(wanted ?? {}, inputOf(call)),
    obstacle: null,
  }));
  const names = requests.map(({ endpoint }) => endpoint ?? 'an unknown path');
  return { verb: 'received', name, wanted, ...part(findings), names };
}

/** @throws ConfigurationError when `mock` is none, the type is none, or `wanted` is no object. */
export function searchDeliveries(mock: unknown, name: string, wanted: object | undefined): SearchResult {
  const { deliveries } = requireMock(mock);
  requireText('type', name);
  // A boundary: `matching` refuses the name of no type.
  const found = deliveries.matching({ type: name } as DeliveryFilter);
  if (wanted !== undefined) requireValue('data', wanted, anObject);
  const findings = found.map((delivery) => ({
    label: `${delivery.id} (${delivery.status})`,
    given: delivery.event.data,
    differences: differences(wanted ?? {}, delivery.event.data),
    obstacle: obstacleOf(delivery),
  }));
  const names = deliveries.map(({ event }) => event.type);
  return { verb: 'delivered', name, wanted, ...part(findings), names };
}

function requireMock(value: unknown): Recording {
  const { requests, deliveries } = Object(value);
  if (typeof requests?.matching === 'function' && typeof deliveries?.matching === 'function') {
    return { requests, deliveries };
  }
  throw new ConfigurationError('expect', `takes a mock that createMock has made here, not ${kindOf(value)}.`);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'another object' : `a ${typeof value}`;
}

/** Without a name every call would be as good, and so would any asymmetric matcher. */
function requireText(option: string, name: unknown): void {
  if (typeof name !== 'string') throw new ConfigurationError(option, 'must be named first, as a string.');
}

function obstacleOf({ status, reason, nextAttemptAt }: Delivery): string | null {
  if (status === 'delivered') return null;
  if (status === 'failed') return reason;
  const wait = nextAttemptAt === null ? '' : ` advance mock.clock to ${nextAttemptAt}, and`;
  return `${reason === null ? '' : `${reason} `}It is on its way:${wait} await mock.settled() first.`;
}

function part(findings: readonly Candidate[]) {
  const isMatch = ({ differences, obstacle }: Candidate) => differences.length === 0 && obstacle === null;
  return { matches: findings.filter(isMatch), others: findings.filter((finding) => !isMatch(finding)) };
}
