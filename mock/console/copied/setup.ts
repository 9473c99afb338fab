import type { ActiveFault, RequestRecord } from 'clipwright/mock';
import { literal } from './literal.ts';

/** The options of the mock with which the service refuses as it did. */
export function mockOptions({ why, status, headers }: RequestRecord): string {
  if (why?.by !== 'service' || !('authorization' in headers)) return '';
  if (status === 401) return `{ apiKeys: ['another-key'] }`;
  return status === 429 ? `{ rateLimit: '1/60s' }` : '';
}

/**
 * Code that adds a fault like the one that hit a request.
 *
 * @throws Error that says why there is none.
 */
export function faultCode({ why, fault, endpoint, status }: RequestRecord, faults: readonly ActiveFault[]): string {
  const known = faults.find(({ id }) => id === fault);
  const match = { endpoint };
  const { id: _, hits: _hits, left: _left, scope: _scope, ...kind } = known ?? derived(why?.message ?? '', status);
  return `mock.faults.add(${literal({ ...kind, match, times: 1 }, new Map(), '  ')});`;
}

/** What a fault was that is no longer in force, by what it did. */
function derived(message: string, status: number | null): Partial<ActiveFault> & object {
  const when = message.includes('after the service') ? { when: 'after' as const } : {};
  if (status !== null && status >= 400) return { ...when, status };
  if (message.includes('dropped the connection')) return { ...when, drop: true };
  throw new Error('The fault that hit this request is no longer in force: its fields are not known any more.');
}

/** The requests that must be sent before one, so that the service responds as it did. */
export function requestsBefore(request: RequestRecord, requests: readonly RequestRecord[]): RequestRecord[] {
  if (request.replayed) return [request];
  const earlier = requests.slice(0, Math.max(0, requests.indexOf(request)));
  const found = earlier.find((each) => (each.status ?? 500) < 300 && prepares(each, request));
  if (!found && request.why?.code === 'idempotency_conflict' && request.why.by === 'service') {
    throw new Error('The first request with this Idempotency-Key is no longer kept.');
  }
  return found ? [found] : [];
}

function prepares(earlier: RequestRecord, { endpoint, idempotencyKey, body }: RequestRecord): boolean {
  if (earlier.endpoint !== endpoint) return false;
  const isSame = (name: string) => Object(earlier.body)[name] === Object(body)[name];
  if (endpoint === 'onboarding.importLogo') return isSame('profile_id');
  if (endpoint === 'audio.importFromLibrary')
    return isSame('provider') && isSame('external_id') && isSame('project_id');
  return idempotencyKey !== null && earlier.idempotencyKey === idempotencyKey && !earlier.replayed;
}
