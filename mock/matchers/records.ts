import { notAMock } from '../checks.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { DeliveryFilter } from '../deliveries/delivery-filter.ts';
import type { Recorded } from '../records/recorded.ts';
import type { RequestFilter } from '../records/request-filter.ts';
import type { RequestRecord } from '../records/request-record.ts';
import type { MockSnapshot } from '../state/snapshot-types.ts';

/** What matchers read of a mock. Not the class: another copy of the package has its own. */
export interface MockRecords {
  readonly requests: Recorded<RequestRecord, RequestFilter>;
  readonly deliveries: Recorded<Delivery, DeliveryFilter>;
  readonly snapshot: () => MockSnapshot;
}

/**
 * What a function makes of the records of a mock; a promise of it if the mock is a remote one.
 *
 * @throws ConfigurationError when the value is not a mock.
 */
export function withRecords<Result>(mock: unknown, use: (records: MockRecords) => Result): Result | Promise<Result> {
  const { requests, deliveries } = Object(mock);
  if (typeof requests?.then === 'function') {
    return Promise.all([requests, deliveries, Object(mock).snapshot()]).then(([requests, deliveries, snapshot]) =>
      use({ requests, deliveries, snapshot: () => snapshot }),
    );
  }
  if (typeof requests?.matching === 'function' && typeof deliveries?.matching === 'function') {
    return use({ requests, deliveries, snapshot: () => Object(mock).snapshot() });
  }
  throw notAMock('expect', mock);
}
