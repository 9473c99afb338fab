import { point } from './point.ts';

export const httpPoints = {
  'http.contentType': point('every response', 'The media type of a JSON body.', [
    'application/json',
    'with charset',
    'vendor',
    'text/plain',
    'absent',
  ]),
  'http.layout': point('every response', 'How the JSON is written.', ['compact', 'indented', 'escaped']),
  'http.chunks': point('every response', 'How the bytes of a body arrive.', ['at once', 'one by one']),
  'http.encoding': point('every response', 'Whether a body is compressed; on a socket only.', [
    'identity',
    'gzip',
    'deflate',
    'br',
  ]),
  'http.connection': point('every response', 'How long a connection is kept; on a socket only.', [
    'kept',
    'closed after each response',
    'closed after three responses',
  ]),
  'http.requestId': point('every response', 'Whether a response has an identifier.', ['x-request-id', 'absent']),
  'http.headers': point('every response', 'Which further headers a response has.', [
    'none',
    'Deprecation, Sunset and Warning',
    'those of a cache',
  ]),
  'http.moreFields': point('every response', 'Whether objects have fields that the specification does not list.', [
    'none',
    'some',
  ]),
  'http.moved': point('every call but a poll', 'Whether a request may be redirected.', ['no', '303', '307']),
  'base.address': point('versioning', 'Which origin and path the base URL has, apart from its end.', [
    'at the root',
    'below a path',
    'on a port',
  ]),
  'values.ids': point('conventions', 'The form of an identifier that is not called a UUID.', [
    'UUID',
    'uppercase UUID',
    'prefixed',
    'number',
    'with slashes',
    'not ASCII',
  ]),
  'values.timestamps': point('conventions', 'Which form of ISO 8601 a timestamp has.', [
    'Z',
    'without fraction',
    'offset and microseconds',
    'basic',
    'without zone',
  ]),
  'values.fileUrls': point('conventions', 'Whether the URL of a file is absolute.', ['yes', 'no']),
  'values.files': point('conventions', 'Whether a file is downloaded with the API key.', ['without', 'with the key']),
  'values.txid': point('conventions', 'How large a txid is.', ['small', 'above 2^53']),
  'values.units': point('conventions', 'How many units a second has.', ['1000', '30', '705600000', '0.1']),
  'limits.items': point('limits', 'How many items a batch may have.', ['any number', 'one']),
  'limits.bytes': point('limits', 'How large a request may be.', ['any size', '1 KB']),
};
