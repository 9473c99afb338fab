import { HttpError } from './errors.ts';
import type { RequestHeaders } from './request.ts';

/** @param accepted The accepted keys; undefined if any non-empty key is accepted. */
export function authenticate(headers: RequestHeaders, accepted: readonly string[] | undefined): string {
  const apiKey = bearerToken(headers);
  if (apiKey === undefined) throw unauthorized('Send the API key in the header "Authorization: Bearer <API_KEY>".');
  if (accepted && !accepted.includes(apiKey)) throw unauthorized('This server does not accept the API key.');
  return apiKey;
}

/** Returns the API key that a request was sent with, without checking it; undefined if there is none. */
export function bearerToken(headers: RequestHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

function unauthorized(message: string): HttpError {
  return new HttpError(401, 'unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } });
}
