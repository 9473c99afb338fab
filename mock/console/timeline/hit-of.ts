import type { RequestRecord } from 'clipwright/mock';
import type { Taken } from './send.ts';

/**
 * The request of an edit that a fault has hit. It need not be the one that was answered: a browser sends some requests
 * again whose connection breaks.
 */
export function hitOf(
  { requestId, after }: Pick<Taken, 'requestId' | 'after'>,
  requests: readonly RequestRecord[],
): RequestRecord | undefined {
  const known = requests.findIndex(({ id }) => id === after);
  // So many may have come since that the one before is no longer kept.
  const isLost = after !== undefined && known < 0;
  const since = isLost ? requests.filter(({ id }) => id === requestId) : requests.slice(known + 1);
  return since.findLast(({ source, fault }) => source === 'console' && fault !== null);
}
