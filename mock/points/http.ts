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
