import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { anObject, requireValue } from '../../src/core/options/checks.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { DeliveryFilter } from '../deliveries/delivery-filter.ts';
import { type Difference, findDifferences } from '../records/differences.ts';
import type { RequestFilter } from '../records/request-filter.ts';
import { requestInput } from '../records/request-input.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import type { MockRecords } from './records.ts';

/** A recorded request to the endpoint, or delivery of the event type, that a matcher was given. */
export interface Candidate {
  /** Its id and status. */
  readonly label: string;
  /** The input of the request, or the data of the event. */
  readonly actual: object;
  readonly differences: readonly Difference[];
  /** Why a delivery has not been accepted; null for one that has been, and for a request. */
  readonly undeliveredReason: string | null;
}

/** What a matcher expects, and what was recorded. */
export interface SearchResult {
  readonly verb: 'received' | 'delivered';
  /** The endpoint's name or the event's type. */
  readonly name: string;
  readonly expected: object | undefined;
  readonly matches: readonly Candidate[];
  /** Candidates that do not match. */
  readonly others: readonly Candidate[];
  /** How many older requests to the endpoint, or deliveries of the type, the mock no longer keeps. */
  readonly dropped: number;
  /** The names of everything recorded, oldest first. */
  readonly recordedNames: readonly string[];
  /** Why there may be no candidate at all, in lines. */
  readonly explainNone: () => readonly string[];
}

/** @throws ConfigurationError when the endpoint is unknown, or `expected` is not an object. */
export function searchRequests({ requests }: MockRecords, name: string, expected: object | undefined): SearchResult {
  requireName('endpoint', name);
  // Cast: `matching` refuses an unknown endpoint.
  const found = requests.matching({ endpoint: name } as RequestFilter);
  if (expected !== undefined) {
    requireValue('input', expected, anObject);
    // Cast: as above. Refuses fields that are misspelt.
    requests.matching({ endpoint: name, input: expected } as RequestFilter);
  }
  const candidates = found.map((request) => ({
    label: `${request.id} (${request.status ?? 'no response'}${request.fault === null ? '' : `, ${request.fault}`})`,
    actual: requestInput(request),
    differences: findDifferences(expected ?? {}, requestInput(request)),
    undeliveredReason: null,
  }));
  const recordedNames = requests.map(({ endpoint }) => endpoint ?? 'an unknown path');
  const dropped = requests.dropped(name);
  return { verb: 'received', name, expected, ...partition(candidates), dropped, recordedNames, explainNone: () => [] };
}

/** @throws ConfigurationError when the type is unknown, or `expected` is not an object. */
export function searchDeliveries(
  { deliveries, snapshot }: MockRecords,
  name: string,
  expected: object | undefined,
): SearchResult {
  requireName('type', name);
  // Cast: `matching` refuses an unknown type.
  const found = deliveries.matching({ type: name } as DeliveryFilter);
  if (expected !== undefined) requireValue('data', expected, anObject);
  const candidates = found.map((delivery) => ({
    label: `${delivery.id} (${delivery.status})`,
    actual: delivery.event.data,
    differences: findDifferences(expected ?? {}, delivery.event.data),
    undeliveredReason: undeliveredReasonOf(delivery),
  }));
  const recordedNames = deliveries.map(({ event }) => event.type);
  const explainNone = () => [describeWebhooks(name, snapshot())];
  const dropped = deliveries.dropped(name);
  return { verb: 'delivered', name, expected, ...partition(candidates), dropped, recordedNames, explainNone };
}

/** A filter without a name, or with an asymmetric matcher for one, would match everything. */
function requireName(option: string, name: unknown): void {
  if (typeof name !== 'string') throw new ConfigurationError(option, 'must be a string, given as the first argument.');
}

function undeliveredReasonOf({ status, reason, nextAttemptAt }: Delivery): string | null {
  if (status === 'delivered') return null;
  if (status === 'failed') return reason;
  const advance = nextAttemptAt === null ? '' : `advance mock.clock to ${nextAttemptAt}, and `;
  return `${reason === null ? '' : `${reason} `}It is still pending: ${advance}await mock.settled() first.`;
}

function partition(candidates: readonly Candidate[]) {
  const isMatch = ({ differences, undeliveredReason }: Candidate) =>
    differences.length === 0 && undeliveredReason === null;
  return { matches: candidates.filter(isMatch), others: candidates.filter((candidate) => !isMatch(candidate)) };
}
