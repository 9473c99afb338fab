import type { ClockStatus, RequestRecord } from 'clipwright/mock';

/**
 * When the window of a limit that refused a request ends, in mock time. Undefined for any other request, and under a clock
 * whose time does not pass as that of the windows does.
 */
export function resetAt({ at, status, response }: RequestRecord, clock: ClockStatus | undefined): string | undefined {
  const seconds = Number(response?.headers['retry-after'] ?? Number.NaN);
  const speed = clock?.mode === 'manual' ? 1 : clock?.speed;
  if (status !== 429 || !speed || Number.isNaN(seconds)) return undefined;
  return new Date(Date.parse(at) + seconds * speed * 1000).toISOString();
}
