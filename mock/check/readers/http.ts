import type { core } from 'zod/mini';
import { fieldsOf } from '../../../src/contract/collections.ts';
import { api } from '../../http/api.ts';
import type { httpPoints } from '../../points/http.ts';
import { visitObjects } from '../../points/models.ts';
import { at, listAt, textAt, wordOf } from '../../points/values.ts';
import { listedJobs, polledJobs } from '../../survey/jobs.ts';
import { headerWord } from './errors.ts';
import { body, exchange, notAsked, type Readers, value } from './reader.ts';

export const httpReaders: Readers<typeof httpPoints> = {
  'http.contentType': exchange('unknownProject', ({ headers, text }) => {
    const type = headerWord(headers, 'content-type');
    if (text === '' || /html|problem/.test(type)) return undefined;
    if (/^application\/json;/.test(type)) return 'with charset';
    return /^application\/vnd\./.test(type) ? 'vendor' : type;
  }),
  'http.layout': exchange('unknownProject', ({ text, body }) => {
    if (body === undefined) return undefined;
    if (text.includes('\\/')) return 'escaped';
    return /^\{\s/.test(text) ? 'indented' : 'compact';
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
  'http.moreFields': exchange('created', ({ name, body }) => {
    const more = unlistedFields(api[name].response, body);
    return body === undefined ? undefined : more ? 'some' : 'none';
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

/** Whether an object in a body has a field that its schema does not list. */
function unlistedFields(schema: Parameters<typeof visitObjects>[0], received: unknown): boolean {
  let found = false;
  visitObjects(schema, received, (fields, own: core.$ZodType) => {
    const known = fieldsOf(own) ?? {};
    if (Object.keys(fields).some((name) => !Object.hasOwn(known, name))) found = true;
  });
  return found;
}
