import type { ZodMiniType } from 'zod/mini';
import type { Deliveries } from '../deliveries/deliveries.ts';
import type { Mock } from '../mock.ts';
import type { RequestLog } from '../request-log.ts';
import type { Row } from '../router.ts';
import type { MockScope } from '../scope.ts';

/** What a steering call acts on. */
export interface Steered {
  readonly mock: Mock;
  readonly log: RequestLog;
  readonly deliveries: Deliveries;
}

/** A steering call, its body and query checked. */
export interface SteeringCall<Body = unknown> {
  readonly body: Body;
  /** The query's fields, checked; empty where the row takes none. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The one identifier of the path; empty where it has none. */
  readonly id: string;
  /** The workspace that the call is narrowed to: that of the API key, if one was sent. */
  readonly scope: MockScope;
}

/** One thing that can be done to the mock over HTTP. */
export interface SteeringRow extends Row {
  readonly body?: ZodMiniType;
  readonly query?: ZodMiniType;
  readonly run: (steered: Steered, call: SteeringCall) => unknown;
}

/** Ties what a row runs to the body that its schema has let through. */
export function taking<Body>(
  method: string,
  path: string,
  body: ZodMiniType<Body>,
  run: (steered: Steered, call: SteeringCall<Body>) => unknown,
): SteeringRow {
  // A boundary: the schema has proved the body when this runs.
  return { method, path, body, run: (steered, call) => run(steered, call as SteeringCall<Body>) };
}
