import type { ResponseData } from '../http/response.ts';
import type { RequestReason } from '../records/request-record.ts';
import type { Exchange } from './exchange.ts';

/** Why a request did not get the service's own response of success; null if it did. */
export function reasonOf({ interference, response, request }: Exchange): RequestReason | null {
  const details = response && response.status >= 400 ? errorOf(response) : { code: null, param: null };
  if (interference !== undefined) return { by: 'fault', ...details, message: interference };
  if (response) return 'message' in details ? { by: 'service', ...details } : null;
  if (!request.signal.aborted) return { by: 'service', ...details, message: 'The mock failed.' };
  return { by: 'client', ...details, message: 'The client did not wait for the response.' };
}

function errorOf({ body }: ResponseData): Omit<RequestReason, 'by'> {
  // Cast: all errors of the mock have such a body.
  const { error } = JSON.parse(String(body)) as { error: Omit<RequestReason, 'by'> };
  const { code, param, message } = error;
  return { code, param, message };
}
