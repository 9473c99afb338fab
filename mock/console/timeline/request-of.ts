import type { RequestRecord } from 'clipwright/mock';
import type { Taken } from './send.ts';

/** The request by which an edit was sent. One whose response was lost is the last one of a console since then. */
export function requestOf(
  { requestId, outcome, after }: Taken,
  requests: readonly RequestRecord[],
): RequestRecord | undefined {
  if (requestId !== null) return requests.find(({ id }) => id === requestId);
  if (outcome !== 'lost') return undefined;
  const since = requests.findIndex(({ id }) => id === after) + 1;
  return requests.slice(since).findLast(({ source }) => source === 'console');
}
