import type { Delivery, DeliveryFilter, Mock, Recorded, RequestFilter, RequestRecord } from 'clipwright/mock';

/** What only a mock in process has: what serves it, and what the published types do not show. */
type InProcess = 'handle' | 'listen' | 'listenWith' | 'setResetPoint' | 'changes' | 'observe';

/** Those of them that have no promise as their result. */
type NotPromised = 'baseUrl' | 'fetch' | 'events' | 'requests' | 'deliveries' | 'faults';

type Method = (...given: never[]) => unknown;

type Promised<T> = T extends (...given: infer Given) => infer Result
  ? (...given: Given) => Promise<Awaited<Result>>
  : { readonly [Name in keyof T as T[Name] extends Method ? Name : never]: Promised<T[Name]> };

/** Every member of {@link Mock} that can be had from afar, its results as promises. */
export type Remote = { readonly [Name in Exclude<keyof Mock, InProcess | NotPromised>]: Promised<Mock[Name]> } & {
  readonly baseUrl: string;
  readonly fetch: Mock['fetch'];
  readonly events: Mock['events'];
  readonly faults: Promised<Pick<Mock['faults'], 'add' | 'list' | 'remove' | 'clear'>>;
  readonly requests: Promise<Recorded<RequestRecord, RequestFilter>>;
  readonly deliveries: Promise<Recorded<Delivery, DeliveryFilter>>;
};
