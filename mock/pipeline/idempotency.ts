import { v5 } from 'uuid';
import { HttpError, invalid } from '../api/http-error.ts';
import { assumptions } from '../assumptions.ts';
import type { IdempotencyState, WorkspaceState } from '../state/types.ts';

/** The namespace of fingerprints; any fixed UUID does. */
const NAMESPACE = '0d4c2c0e-58f5-4a8e-8d5f-1c1f2f0a7b11';

const HEADER = 'Idempotency-Key';

/**
 * The Idempotency-Key of a request, if it has one.
 *
 * @throws HttpError 400 when it is outside the specified pattern or length.
 */
export function readIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get(HEADER);
  if (key === null) return undefined;
  if (/^[A-Za-z0-9._:-]{8,200}$/.test(key)) return key;
  throw invalid(HEADER, `${HEADER} must be 8 to 200 letters, digits, ".", "_", ":" or "-".`);
}

/** What tells one input from another: method, path and body, the order of keys aside. */
export function fingerprint(method: string, pathname: string, body: unknown): string {
  return v5(JSON.stringify([method, pathname, sortKeys(body)]), NAMESPACE);
}

/**
 * The answer that a key has had before.
 *
 * @throws HttpError 409 when it had it for other input.
 */
export function recall(state: WorkspaceState, key: string, print: string, now: number): IdempotencyState | undefined {
  const known = state.idempotency.get(key);
  if (!known || now - known.rememberedAt >= assumptions.idempotencyHours.value * 3_600_000) return undefined;
  if (known.fingerprint === print) return known;
  throw new HttpError(409, 'idempotency_conflict', `This ${HEADER} was used before with different input.`, {
    param: HEADER,
  });
}

export function remember(state: WorkspaceState, key: string, answer: IdempotencyState): void {
  // Deleted first, so that a key that is used anew after its time counts as the newest.
  state.idempotency.delete(key);
  state.idempotency.set(key, answer);
  let size = 0;
  for (const { body } of state.idempotency.values()) size += body.length;
  for (const [oldest, { body }] of state.idempotency) {
    if (state.idempotency.size <= assumptions.idempotencyKeys.value && size <= assumptions.idempotencySize.value) break;
    state.idempotency.delete(oldest);
    size -= body.length;
  }
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
