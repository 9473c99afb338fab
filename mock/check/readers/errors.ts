import type { errorPoints } from '../../points/errors.ts';
import { at, wordOf } from '../../points/values.ts';
import type { Exchange } from '../../survey/asker.ts';
import { exchange, notAsked, type Readers } from './reader.ts';

const cannotCause = 'A request cannot make a service fail.';

export const errorReaders: Readers<typeof errorPoints> = {
  'error.body': exchange('unknownProject', errorBody),
  'error.invalid': exchange('invalid', ({ status, body }) => {
    if (status >= 300) return String(status);
    if (at(body, 'error') === undefined) return 'accepted';
    if (at(body, 'success') === false) return '200 and no success';
    return at(body, 'data') === undefined ? '200' : '200 and fields without data';
  }),
  'error.notFound': exchange('unknownProject', ({ status }) => (status >= 300 ? String(status) : undefined)),
  'error.key': exchange('wrongKey', ({ status }, { unknownProject }) => {
    // A service that accepts any key responds as it does to the right key.
    return status < 300 || status === unknownProject[0]?.status ? undefined : String(status);
  }),
  'error.unavailable': notAsked(cannotCause),
  'error.unavailableAfter': notAsked(cannotCause),
  'error.retryAfter': exchange('limited', ({ headers }) => {
    const [after, date] = [headers.get('retry-after'), headers.get('date')];
    if (after === null) return 'absent';
    if (/^\d+$/.test(after)) return Number(after) >= 3600 ? 'an hour' : 'seconds';
    if (/^\d*\.\d+$/.test(after)) return 'fraction';
    const wait = Date.parse(after) - Date.parse(date ?? '');
    if (Number.isNaN(wait)) return Number.isNaN(Date.parse(after)) ? 'unreadable' : 'date';
    if (wait < 0) return 'past date';
    const skew = Date.parse(date ?? '') - Date.now();
    if (Math.abs(skew) < 600_000) return 'date';
    return skew > 0 ? 'date of a fast clock' : 'date of a slow clock';
  }),
};

function errorBody({ status, text, body, headers }: Exchange): string | undefined {
  if (status < 300) return undefined;
  if (text === '') return 'empty';
  if (headers.get('content-type')?.includes('problem+json')) return 'problem+json';
  if (/^\s*</.test(text)) return 'HTML';
  const error = at(body, 'error');
  if (typeof error === 'string') return 'error as a string';
  if (typeof error !== 'object' || error === null) return 'another shape';
  const [code, message, param, url] = ['code', 'message', 'param', 'doc_url'].map((name) => at(error, name));
  if (code === undefined) return 'message only';
  if (message === undefined) return 'code only';
  if (code === '') return 'code empty';
  if (param === '') return 'param empty';
  if (param === undefined && url === undefined) return 'param absent';
  return param === null && url === null ? 'param null' : `all fields${param === undefined ? ' but param' : ''}`;
}

export function headerWord(headers: Headers, name: string): string {
  return wordOf(headers.get(name) ?? undefined);
}
