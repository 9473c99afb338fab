import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { anObject, requireValue } from '../../src/core/options/checks.ts';
import { notAMock } from '../checks.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { DeliveryFilter } from '../deliveries/delivery-filter.ts';
import { type Difference, findDifferences } from '../records/differences.ts';
import type { Recorded } from '../records/recorded.ts';
import type { RequestFilter } from '../records/request-filter.ts';
import { type RequestRecord, requestInput } from '../records/request-record.ts';
import type { ListedWebhook } from '../state/views.ts';

/** The part of a mock that matchers read. It also fits the class `Mock` of another copy of the package. */
export interface MockRecords {
  readonly requests: Recorded<RequestRecord, RequestFilter>;
  readonly deliveries: Recorded<Delivery, DeliveryFilter>;
  readonly webhooks: () => readonly ListedWebhook[];
}

/** @throws ConfigurationError when the value is not a mock. For a remote mock, the result is a promise. */
export function withRecords<Result>(mock: unknown, use: (records: MockRecords) => Result): Result | Promise<Result> {
  const { requests, deliveries, state } = Object(mock);
  if (typeof requests?.then === 'function') {
    return Promise.all([requests, deliveries, state.webhooks()]).then(([requests, deliveries, webhooks]) =>
      use({ requests, deliveries, webhooks: () => webhooks }),
    );
  }
  if (typeof requests?.matching === 'function' && typeof deliveries?.matching === 'function') {
    return use({ requests, deliveries, webhooks: () => state.webhooks() });
  }
  throw notAMock('expect', mock);
}

/** A recorded request to the given endpoint, or a delivery of the given type. */
export interface Candidate {
  /** The id and the status of the request or delivery. */
  readonly label: string;
  /** The input of the request, or the data of the event. */
  readonly actual: object;
  /** Why the request or delivery does not match. A string says why a delivery was not accepted. */
  readonly reasons: readonly (Difference | string)[];
}

/** The expectation of a matcher and the records that it was compared with. */
export interface SearchResult {
  readonly verb: 'received' | 'delivered';
  /** The endpoint's name or the event's type. */
  readonly name: string;
  readonly expected: object | undefined;
  readonly matches: readonly Candidate[];
  readonly others: readonly Candidate[];
  /** The number of candidates that are missing because the mock has dropped older records. */
  readonly dropped: number;
  /** The endpoint of each received request, or the type of each delivered event, oldest first. */
  readonly recordedNames: readonly string[];
  /** Returns lines that explain why there may be no candidates. */
  readonly explainNone: () => readonly string[];
}

/** @throws ConfigurationError when the endpoint is unknown, or `expected` is not an object. */
export function searchRequests({ requests }: MockRecords, name: string, expected: object | undefined): SearchResult {
  requireName('endpoint', name);
  // Cast: `matching` rejects an unknown endpoint.
  const found = requests.matching({ endpoint: name } as RequestFilter);
  if (expected !== undefined) {
    requireValue('input', expected, anObject);
    // Cast: `matching` has already rejected an unknown endpoint. This call throws if a field is misspelled.
    requests.matching({ endpoint: name, input: expected } as RequestFilter);
  }
  const candidates = found.map((request) => ({
    label: `${request.id} (${request.status ?? 'no response'}${request.fault === null ? '' : `, ${request.fault}`})`,
    actual: requestInput(request),
    reasons: findDifferences(expected ?? {}, requestInput(request)),
  }));
  const recordedNames = requests.map(({ endpoint }) => endpoint ?? 'an unknown path');
  const dropped = requests.dropped(name);
  return { verb: 'received', name, expected, ...partition(candidates), dropped, recordedNames, explainNone: () => [] };
}

/** @throws ConfigurationError when the type is unknown, or `expected` is not an object. */
export function searchDeliveries(
  { deliveries, webhooks }: MockRecords,
  name: string,
  expected: object | undefined,
): SearchResult {
  requireName('type', name);
  // Cast: `matching` rejects an unknown type.
  const found = deliveries.matching({ type: name } as DeliveryFilter);
  if (expected !== undefined) requireValue('data', expected, anObject);
  const candidates = found.map((delivery) => ({
    label: `${delivery.id} (${delivery.status})`,
    actual: delivery.event.data,
    reasons: [undeliveredReasonOf(delivery) ?? [], findDifferences(expected ?? {}, delivery.event.data)].flat(),
  }));
  const recordedNames = deliveries.map(({ event }) => event.type);
  const explainNone = () => [describeWebhooks(name, webhooks())];
  const dropped = deliveries.dropped(name);
  return { verb: 'delivered', name, expected, ...partition(candidates), dropped, recordedNames, explainNone };
}

/** Rejects an undefined name, because a filter without a name would match every record. */
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
  return {
    matches: candidates.filter(({ reasons }) => reasons.length === 0),
    others: candidates.filter(({ reasons }) => reasons.length > 0),
  };
}

/** Describes the webhooks that could have received an event, to explain why there is no delivery of this type. */
function describeWebhooks(type: string, webhooks: readonly ListedWebhook[]): string {
  const types = new Set(webhooks.flatMap(({ events }) => events));
  if (types.size === 0) return 'No webhook is registered, so no event is sent.';
  if (!types.has(type)) return `No webhook is registered for ${type}; there are webhooks for ${[...types].join(', ')}.`;
  return `A webhook is registered for ${type}, but receives only events of its own API key that are emitted after its registration.`;
}
