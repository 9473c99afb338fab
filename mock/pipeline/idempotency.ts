import { parse, v5 } from 'uuid';
import { assumptions } from '../assumptions.ts';
import { HttpError, invalidParam } from '../http/errors.ts';
import type { RequestHeaders } from '../http/request.ts';
import type { ResponseData } from '../http/response.ts';
import type { Cause } from '../records/request-record.ts';
import type { Store } from '../state/store.ts';
import type { IdempotencyState } from '../state/types.ts';
import type { Workspace } from '../state/workspace.ts';

/** A response to remember for the Idempotency-Key of its request. */
export interface Replay {
  readonly workspace: Workspace;
  readonly key: string;
  readonly fingerprint: string;
  /** When the service handled the request, in the workspace's time (milliseconds since 1970). */
  readonly at: number;
  readonly response: ResponseData;
  readonly cause: Cause;
}

const NAMESPACE = parse('0d4c2c0e-58f5-4a8e-8d5f-1c1f2f0a7b11');

const HEADER = 'Idempotency-Key';

/** The request behind each remembered response. Not part of the state, because snapshots do not contain requests. */
const causes = new WeakMap<IdempotencyState, Cause>();

/** @throws HttpError 400 when the Idempotency-Key does not have the specified form. */
export function readIdempotencyKey(headers: RequestHeaders): string | undefined {
  const key = headers.get(HEADER);
  if (key === null) return undefined;
  if (/^[A-Za-z0-9._:-]{8,200}$/.test(key)) return key;
  throw invalidParam(HEADER, 'must be 8 to 200 letters, digits, ".", "_", ":" or "-"');
}

/** Returns the same text for the same method, path and body, whatever the order of the body's keys. */
export function fingerprint(method: string, pathname: string, body: unknown): string {
  return v5(JSON.stringify([method, pathname, sortKeys(body)]), NAMESPACE);
}

/** Returns what is remembered for a key; undefined if the key is new. After a restore, the cause is not known. */
export function findRemembered({ workspace, key, fingerprint, at }: Omit<Replay, 'response'>) {
  const known = workspace.state.idempotency.get(key);
  if (!known || at - known.rememberedAt >= assumptions.idempotencyHours.value * 3_600_000) return undefined;
  const response = { status: known.status, headers: Object.fromEntries(known.headers), body: known.body };
  return { response, cause: causes.get(known), isConflict: known.fingerprint !== fingerprint };
}

export function conflict(): HttpError {
  const message = `This ${HEADER} was used before with different input.`;
  return new HttpError(409, 'idempotency_conflict', message, { param: HEADER });
}

/** Remembers a response and forgets the oldest responses beyond the limits. */
export function remember({ workspace, key, fingerprint, at, response, cause }: Replay, store: Store): void {
  const { idempotency } = workspace.state;
  const { status, body } = response;
  const headers = Object.entries(response.headers);
  // Delete the key first, so that an expired key that is reused becomes the newest key.
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
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Use pairs, because an object would lose the key `__proto__`.
  return { sorted: entries.map(([key, entry]) => [key, sortKeys(entry)]) };
}
