import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { KnownEventType } from '../../src/contract/event.ts';
import examples from './examples.json';

/** A request and the mock's response to it. */
export interface OperationExample {
  /** Path and query parameters by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly response: unknown;
}

/** The document's examples. They were recorded from real traffic with a mock. */
export interface Examples {
  readonly operations: Readonly<Record<EndpointName, OperationExample>>;
  readonly events: Readonly<Record<KnownEventType, unknown>>;
}

export const { operations: operationExamples, events: eventExamples }: Examples = examples;
