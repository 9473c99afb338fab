import { parse, v5 } from 'uuid';
import { assumptions } from '../assumptions.ts';
import { HttpError, invalid } from '../http/errors.ts';
import type { RequestHeaders } from '../http/request.ts';
import type { ResponseData } from '../http/response.ts';
import type { Cause } from '../records/request-record.ts';
import type { Store } from '../state/store.ts';
import type { IdempotencyState } from '../state/types.ts';
import type { Workspace } from '../state/workspace.ts';

/** A response that is remembered for an Idempotency-Key. */
export interface Replay {
  readonly workspace: Workspace;
  readonly key: string;
  readonly fingerprint: string;
  /** The workspace's time in milliseconds since 1970. */
  readonly at: number;
  readonly response: ResponseData;
  /** The request that is responded to. */
  readonly cause: Cause;
}

/** A response that was remembered. */
export interface Remembered {
  readonly response: ResponseData;
  /** The request that it was the response to; unknown after a restore. */
  readonly cause: Cause | undefined;
}

/** The namespace of fingerprints; any fixed UUID does. */
const NAMESPACE = parse('0d4c2c0e-58f5-4a8e-8d5f-1c1f2f0a7b11');

const HEADER = 'Idempotency-Key';

/** Not part of the state: a snapshot has no requests. */
const causes = new WeakMap<IdempotencyState, Cause>();

/**
 * The Idempotency-Key of a request, if it has one.
 *
 * @throws HttpError 400 when it is outside the specified pattern or length.
 */
export function readIdempotencyKey(headers: RequestHeaders): string | undefined {
  const key = headers.get(HEADER);
  if (key === null) return undefined;
  if (/^[A-Za-z0-9._:-]{8,200}$/.test(key)) return key;
  throw invalid(HEADER, `${HEADER} must be 8 to 200 letters, digits, ".", "_", ":" or "-".`);
}

/** The same for the same input: method, path and body, whatever the order of its keys. */
export function fingerprint(method: string, pathname: string, body: unknown): string {
  return v5(JSON.stringify([method, pathname, sortKeys(body)]), NAMESPACE);
}

/**
 * The response that is remembered for a key.
 *
 * @throws HttpError 409 when the key was used before with different input.
 */
export function findReplay({ workspace, key, fingerprint, at }: Omit<Replay, 'response'>): Remembered | undefined {
  const known = workspace.state.idempotency.get(key);
  if (!known || at - known.rememberedAt >= assumptions.idempotencyHours.value * 3_600_000) return undefined;
  if (known.fingerprint === fingerprint) {
    const response = { status: known.status, headers: Object.fromEntries(known.headers), body: known.body };
    return { response, cause: causes.get(known) };
  }
  throw new HttpError(409, 'idempotency_conflict', `This ${HEADER} was used before with different input.`, {
    param: HEADER,
  });
}

/** Remembers a response, and forgets the oldest ones over the limits. */
export function remember({ workspace, key, fingerprint, at, response, cause }: Replay, store: Store): void {
  const { idempotency } = workspace.state;
  const { status, body } = response;
  const headers = Object.entries(response.headers);
  // Deleted first, so that a key that is used again after it has expired counts as the newest.
  idempotency.delete(key);
  const state = { fingerprint, rememberedAt: at, status, headers, body: String(body) };
  idempotency.set(key, state);
  causes.set(state, cause);
  let size = 0;
  for (const { body } of idempotency.values()) size += body.length;
  for (const [oldest, { body }] of idempotency) {
    if (idempotency.size <= assumptions.idempotencyKeys.value && size <= assumptions.idempotencySize.value) break;
    idempotency.delete(oldest);
    size -= body.length;
  }
  store.add(workspace);
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  // Pairs, not an object: `__proto__` is a key like any other here.
  return {
    sorted: Object.entries(value)
      .sort(byKey)
      .map(([key, entry]) => [key, sortKeys(entry)]),
  };
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
