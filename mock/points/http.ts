import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { point } from './point.ts';

export const httpPoints = {
  'http.contentType': point(
    'The media type of a JSON body.',
    'application/json | with charset | vendor | text/plain | absent',
  ),
  'http.layout': point('The whitespace and the escapes of the JSON.', 'compact | indented | escaped'),
  'http.chunks': point('Whether the bytes of a body arrive together.', 'at once | one by one'),
  'http.encoding': point(
    'The Content-Encoding of a body, which only a socket shows.',
    'identity | gzip | deflate | br',
  ),
  'http.connection': point(
    'How long the service keeps a connection open, which only a socket shows.',
    'kept | closed after each response | closed after three responses',
  ),
  'http.requestId': point('Whether a response has the header x-request-id.', 'x-request-id | absent'),
  'http.headers': point(
    'Whether a response has headers about caching or the end of a version.',
    'none | Deprecation, Sunset and Warning | caching headers',
  ),
  'http.moreFields': point('Whether objects have fields that the specification does not list.', 'none | some'),
  'http.moved': point('Whether the service redirects a request.', 'no | 303 | 307'),
  'base.address': point('The origin and the path of the base URL.', 'at the root | below a path | on a port'),
  'values.ids': point(
    'The form of an identifier that the specification does not call a UUID.',
    'UUID | uppercase UUID | prefixed | number | with slashes | not ASCII',
  ),
  'values.timestamps': point(
    'The ISO 8601 format of a timestamp.',
    'Z | without fraction | offset and microseconds | basic | without zone',
  ),
  'values.fileUrls': point('Whether the URL of a file is absolute.', 'yes | no'),
  'values.files': point('Whether the download of a file needs the API key.', 'without | with the key'),
  'values.txid': point('The size of a txid.', 'small | above 2^53'),
  'values.units': point('The number of units per second.', '1000 | 30 | 705600000 | 0.1'),
  'limits.items': point('The maximum number of items in a batch.', 'any number | one'),
  'limits.bytes': point('The maximum size of a request.', 'any size | 1 KB'),
};

export const requestPoints = {
  'request.clips': point('Which fields a request for clips must have.', 'the source | more than the source'),
  'request.values': point('Whether fields with listed values accept other values.', 'listed only | more'),
  'request.trim': point('The request fields that trim an item.', 'trim_start_seconds | trim.head_seconds'),
  'request.media': point('The request fields of a media update.', 'fields of updated | properties'),
  'request.effect': point('The request fields of a color grade and a zoom.', 'any | settings'),
  'request.corrections': point(
    'The request fields of a transcript correction.',
    'phrase_replacements | replacements | array of pairs',
  ),
  'request.project': point(
    'Which request field names the project of a sound or an imported track.',
    'project_id | target_project | no',
  ),
  'request.logo': point('Whether replace_existing is required.', 'optional | required'),
  'request.events': point('Whether a webhook can be registered for unlisted events.', 'no | yes'),
  'request.query': point('The meaning of "+" in a query.', 'a space | itself'),
  'request.moreFields': point('Whether the service rejects unknown request fields.', 'ignored | refused'),
};

const statuses = '200 | 201 | 202 | 203 | 206 | 207 | 226';
const status = point('The status of a successful response.', statuses);

// Cast: `Object.keys` returns strings.
export const callNames = Object.keys(endpoints) as EndpointName[];

export const successPoints = {
  // Cast: `Object.fromEntries` types the names as strings.
  ...(Object.fromEntries(callNames.map((name) => [`success.${name}`, status])) as {
    readonly [Name in EndpointName as `success.${Name}`]: typeof status;
  }),
  // The specification shows no response to a registration, so 204 and 205, which allow no body, are possible, too.
  'success.webhooks.register': point(status.open, statuses, '204 | 205'),
  'success.jobs.poll': status,
  'success.jobs.cancel': status,
};

export const errorPoints = {
  'error.body': point(
    'The fields of an error, or what a gateway sends instead.',
    'all fields | param empty | param null | param absent | code only | code empty | message only',
    'error as a string | problem+json | HTML | empty',
  ),
  'error.invalid': point(
    'The status of the response to an invalid request.',
    '400 | 422 | 460 | 200 | 200 and no success | 200 and fields without data',
  ),
  'error.notFound': point('The status of the response to an unknown identifier.', '404 | 410 | 403 | 400'),
  'error.key': point('The status of the response to an invalid API key.', '401 | 403'),
  'error.unavailable': point('The status of a temporary failure.', '500 | 502 | 503 | 504 | 408 | 425 | 520 | 529'),
  'error.unavailableAfter': point('The Retry-After of a temporary failure.', 'absent | seconds | an hour'),
  'error.retryAfter': point(
    'The form of Retry-After in a 429.',
    'seconds | date | date of a fast clock | date of a slow clock | fraction | past date | unreadable',
    'absent | an hour',
  ),
};
