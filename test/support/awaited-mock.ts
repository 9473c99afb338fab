import type { Faults, Mock, MockClock, MockJobs, MockSeed, MockState } from 'clipwright/mock';

type Awaitable<Value> = Value | Promise<Awaited<Value>>;

type AwaitedMembers<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Awaitable<Result>
    : Awaitable<Part[Name]>;
};

type OwnMember = 'deliveries' | 'emit' | 'redeliver' | 'requests' | 'reset' | 'restore' | 'settled' | 'snapshot';

/** A mock in this process or elsewhere. A test that does not await what a member returns does not compile. */
export interface AwaitedMock extends AwaitedMembers<Pick<Mock, OwnMember>> {
  readonly clock: AwaitedMembers<MockClock>;
  readonly faults: AwaitedMembers<Pick<Faults, 'add' | 'clear' | 'list' | 'remove'>>;
  readonly state: AwaitedMembers<MockState>;
  readonly jobs: AwaitedMembers<MockJobs>;
  readonly seed: AwaitedMembers<MockSeed>;
}
