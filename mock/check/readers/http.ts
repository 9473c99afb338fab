import { fieldsOf } from '../../../src/contract/collections.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import type { errorPoints, httpPoints, requestPoints } from '../../points/http.ts';
import { visitObjects } from '../../points/models.ts';
import { at, listAt, textAt, wordOf } from '../../points/values.ts';
import type { Exchange } from '../../survey/asker.ts';
import { trimSeconds, wordsIn } from '../../survey/content.ts';
import { listedJobs, polledJobs } from '../../survey/jobs.ts';
import { all, body, exchange, notAsked, type Readers, value } from './reader.ts';

export const httpReaders: Readers<typeof httpPoints> = {
  'http.contentType': exchange('unknownProject', ({ headers, text }) => {
    const type = mediaType(headers);
    return text === '' || /html|problem/.test(type) ? undefined : type;
  }),
  'http.layout': exchange('unknownProject', ({ text, body }) => {
    return body === undefined ? undefined : layoutOf([text]);
  }),
  'http.chunks': notAsked('A client reads a body to its end, in whatever pieces it arrives.'),
  'http.encoding': exchange('unknownProject', ({ headers }) => headers.get('content-encoding') ?? 'identity'),
  'http.connection': notAsked('`fetch` does not show which connection it uses.'),
  'http.requestId': exchange('unknownProject', ({ headers }) =>
    headers.has('x-request-id') ? 'x-request-id' : 'absent',
  ),
  'http.headers': exchange('unknownProject', ({ headers }) => {
    if (['deprecation', 'sunset', 'warning'].some((name) => headers.has(name)))
      return 'Deprecation, Sunset and Warning';
    return headers.has('etag') || /max-age=[1-9]/.test(headers.get('cache-control') ?? '') ? 'caching headers' : 'none';
  }),
  'http.moreFields': body('created', (received) => {
    let found = 'none';
    visitObjects(endpoints['projects.create'].response, received, (fields, schema) => {
      const known = fieldsOf(schema) ?? {};
      if (Object.keys(fields).some((name) => !Object.hasOwn(known, name))) found = 'some';
    });
    return found;
  }),
  'http.moved': exchange('unknownProject', ({ redirects }) => (redirects.length === 0 ? 'no' : String(redirects[0]))),
  'base.address': notAsked('You have given the base URL.'),
  'values.ids': value('created', 'id', (id) => {
    if (typeof id !== 'string') return wordOf(id);
    const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
    if (uuid.test(id)) return /[A-F]/.test(id) ? 'uppercase UUID' : 'UUID';
    if (/^\d+$/.test(id)) return 'number';
    if (/[^ -~]/.test(id)) return 'not ASCII';
    return id.includes('/') ? 'with slashes' : 'prefixed';
  }),
  'values.timestamps': body('clipJobs', (received) => {
    const time = textAt(listAt(received, 'jobs')[0], 'created_at');
    if (time === undefined) return undefined;
    const forms: readonly [RegExp, string][] = [
      [/^\d{8}T\d{6}Z$/, 'basic'],
      [/\.\d{6}[+-]\d\d:\d\d$/, 'offset and microseconds'],
      [/T\d\d:\d\d:\d\d\.\d+Z$/, 'Z'],
      [/T\d\d:\d\d:\d\dZ$/, 'without fraction'],
      [/T\d\d:\d\d:\d\d(\.\d+)?$/, 'without zone'],
    ];
    // Any other form is shown without its digits.
    return forms.find(([form]) => form.test(time))?.[1] ?? time.replace(/\d/g, '#');
  }),
  'values.fileUrls': exchange('soundPolls', (_, { soundPolls, soundJobs }) => {
    const file = [...polledJobs(soundPolls), ...listedJobs(soundJobs)]
      .map((job) => textAt(job, 'download_url'))
      .find(Boolean);
    return file === undefined ? undefined : URL.canParse(file) ? 'yes' : 'no';
  }),
  'values.files': notAsked('The check downloads no files.'),
  'values.txid': exchange('audio', ({ text }) => {
    const [, digits] = /"txid":\s*"?(\d+)/.exec(text) ?? [];
    return digits === undefined ? undefined : Number.isSafeInteger(Number(digits)) ? 'small' : 'above 2^53';
  }),
  'values.units': body('captions', (page) => {
    const caption = listAt(page, 'captions').find((each) => Number(at(each, 'end_seconds')) > 0);
    const units = Number(at(caption, 'end_units')) / Number(at(caption, 'end_seconds'));
    return Number.isFinite(units) ? String(Math.round(units * 1000) / 1000) : undefined;
  }),
  'limits.items': notAsked('A limit shows only when it is exceeded, and the check sends few items.'),
  'limits.bytes': notAsked('A limit shows only when it is exceeded, and the check sends no large requests.'),
};

/** Describes the media type of JSON: `with charset`, `vendor`, `absent`, or the type itself. */
export function mediaType(headers: Headers): string {
  const type = headers.get('content-type') ?? 'absent';
  if (/^application\/json\s*;/.test(type)) return 'with charset';
  return /^application\/(?!problem).+\+json$/.test(type) ? 'vendor' : type;
}

/** Describes the whitespace and the escapes of JSON texts. */
export function layoutOf(texts: readonly string[]): string {
  if (texts.some((text) => text.includes('\\/'))) return 'escaped';
  return texts.some((text) => /^\{\s/.test(text)) ? 'indented' : 'compact';
}

export const requestReaders: Readers<typeof requestPoints> = {
  'request.clips': all('clips', (found) => {
    const index = found.findIndex(({ status }) => status < 300);
    return ['the source', 'more than the source'][index];
  }),
  'request.values': notAsked('A service that accepts the value would start to work on the clips.'),
  'request.trim': all('trim', (found) => {
    // A service may ignore a field that it does not know.
    const index = found.findIndex(({ body }) => at(listAt(body, 'items')[0], 'trim_start_seconds') === trimSeconds);
    return ['trim_start_seconds', 'trim.head_seconds'][index];
  }),
  'request.media': all('media', (found) => {
    const index = found.findIndex(({ status, body }) => status < 300 && at(body, 'updated.opacity') === 0.5);
    return ['fields of updated', 'properties'][index];
  }),
  'request.effect': all('color', (found) => {
    const accepted = found.find(({ status }) => status < 300);
    return accepted && (at(accepted.sent, 'settings') === undefined ? 'any' : 'settings');
  }),
  'request.corrections': all('correct', (found) => {
    const index = found.findIndex(({ status, body }) => status < 300 && Number(at(body, 'replacements_applied')) > 0);
    return ['phrase_replacements', 'replacements', 'array of pairs'][index];
  }),
  'request.project': all('sound', (found) => {
    const index = found.findIndex(({ sent, body }) => {
      const id = at(body, 'project_id');
      return id !== undefined && [at(sent, 'project_id'), at(sent, 'target_project')].includes(id);
    });
    if (found.every(({ body }) => typeof at(body, 'project_id') !== 'string')) return undefined;
    return ['project_id', 'target_project'][index] ?? 'no';
  }),
  'request.logo': exchange('logo', ({ status }) =>
    status < 300 ? 'optional' : status === 400 || status === 422 ? 'required' : undefined,
  ),
  'request.events': exchange('webhookUnlisted', ({ status }) => (status < 300 ? 'yes' : 'no')),
  'request.query': exchange('matchedWithPlus', ({ body }) => (wordsIn(body).length > 0 ? 'a space' : 'itself')),
  'request.moreFields': exchange('moreField', ({ status }) => (status < 300 ? 'ignored' : 'refused')),
};

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
    // A service that accepts any key responds as it does to the right key, which `unknownProject` was sent with.
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
