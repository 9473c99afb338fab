import type { Delivery, DeliveryFilter, Mock, Recorded, RequestFilter, RequestRecord } from 'clipwright/mock';

/** What a mock in another process cannot have: a server of its own, and what handles a `Request` in process. */
type InProcess = 'handle' | 'listen' | 'listenWith' | 'setResetPoint' | 'changes';

type Method = (...given: never[]) => unknown;

type Promised<T> = T extends (...given: infer Given) => infer Result
  ? (...given: Given) => Promise<Awaited<Result>>
  : T extends string
    ? T
    : { readonly [Name in keyof T as T[Name] extends Method ? Name : never]: Promised<T[Name]> };

/** Every member of {@link Mock} that control has a route for, its results as promises. */
export type Remote = {
  readonly [Name in Exclude<keyof Mock, InProcess | 'fetch' | 'events' | 'requests' | 'deliveries'>]: Promised<
    Mock[Name]
  >;
} & Pick<Mock, 'fetch' | 'events'> & {
    readonly requests: Promise<Recorded<RequestRecord, RequestFilter>>;
    readonly deliveries: Promise<Recorded<Delivery, DeliveryFilter>>;
  };
