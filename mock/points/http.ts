import { point } from './point.ts';

export const httpPoints = {
  'http.contentType': point('every response', 'The media type of a JSON body.', [
    'application/json',
    'with charset',
    'vendor',
    'text/plain',
    'absent',
  ]),
  'http.layout': point('every response', 'The whitespace and the escapes of the JSON.', [
    'compact',
    'indented',
    'escaped',
  ]),
  'http.chunks': point('every response', 'Whether the bytes of a body arrive together.', ['at once', 'one by one']),
  'http.encoding': point('every response', 'The Content-Encoding of a body, which only a socket shows.', [
    'identity',
    'gzip',
    'deflate',
    'br',
  ]),
  'http.connection': point(
    'every response',
    'How long the service keeps a connection open, which only a socket shows.',
    ['kept', 'closed after each response', 'closed after three responses'],
  ),
  'http.requestId': point('every response', 'Whether a response has the header x-request-id.', [
    'x-request-id',
    'absent',
  ]),
  'http.headers': point(
    'every response',
    'Whether a response has headers about caching or about the end of a version.',
    ['none', 'Deprecation, Sunset and Warning', 'caching headers'],
  ),
  'http.moreFields': point('every response', 'Whether objects have fields that the specification does not list.', [
    'none',
    'some',
  ]),
  'http.moved': point('every call but a poll', 'Whether the service redirects a request.', ['no', '303', '307']),
  'base.address': point('versioning', 'The origin and the path of the base URL.', [
    'at the root',
    'below a path',
    'on a port',
  ]),
  'values.ids': point('conventions', 'The form of an identifier that the specification does not call a UUID.', [
    'UUID',
    'uppercase UUID',
    'prefixed',
    'number',
    'with slashes',
    'not ASCII',
  ]),
  'values.timestamps': point('conventions', 'The ISO 8601 format of a timestamp.', [
    'Z',
    'without fraction',
    'offset and microseconds',
    'basic',
    'without zone',
  ]),
  'values.fileUrls': point('conventions', 'Whether the URL of a file is absolute.', ['yes', 'no']),
  'values.files': point('conventions', 'Whether the download of a file needs the API key.', [
    'without',
    'with the key',
  ]),
  'values.txid': point('conventions', 'The size of a txid.', ['small', 'above 2^53']),
  'values.units': point('conventions', 'The number of units per second.', ['1000', '30', '705600000', '0.1']),
  'limits.items': point('limits', 'The maximum number of items in a batch.', ['any number', 'one']),
  'limits.bytes': point('limits', 'The maximum size of a request.', ['any size', '1 KB']),
};
