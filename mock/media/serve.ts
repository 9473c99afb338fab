import { errorResponseData, HttpError } from '../http/errors.ts';
import type { RequestData, RequestHeaders } from '../http/request.ts';
import type { ResponseData } from '../http/response.ts';
import type { Store } from '../state/store.ts';
import type { Times } from '../time/times.ts';
import { type CachedFile, FileCache } from './file-cache.ts';
import { findFile } from './files.ts';

/** Responds to a GET or HEAD of the path; undefined if there is no such file. */
export type ServeMedia = (request: RequestData, pathname: string) => Promise<ResponseData | undefined>;

/** Serves the files at the URLs that the mock gives out: without an API key, and with the range requests of video players. */
export function createMediaServer(store: Store, times: Times): ServeMedia {
  const cache = new FileCache();
  return async (request, pathname) => {
    try {
      const file = findFile(store, pathname, times);
      return file && serveFile(request, await cache.get(file));
    } catch (error) {
      return errorResponseData(error, request);
    }
  };
}

/** In the order of RFC 9110: the condition first, then the range. */
function serveFile({ method, headers }: RequestData, file: CachedFile): ResponseData {
  const { bytes, etag, mediaType } = file;
  // Revalidated each time: a browser's cached copy would outlive the link.
  const commonHeaders = { etag, 'accept-ranges': 'bytes', 'cache-control': 'no-cache' };
  if (matchesEtag(headers.get('if-none-match') ?? '', etag)) return { status: 304, headers: commonHeaders, body: null };

  const range = method === 'GET' ? requestedRange(headers, file) : undefined;
  const { start, end } = range ?? { start: 0, end: bytes.length };
  return {
    status: range ? 206 : 200,
    headers: {
      ...commonHeaders,
      'content-type': mediaType,
      'content-length': String(end - start),
      ...(range && { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` }),
    },
    body: bytes.subarray(start, end),
  };
}

/** Splitting at commas is enough: none of the mock's ETags contains one. */
function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

/**
 * The requested range, its end exclusive; undefined if the whole file is to be sent: without a range, with a range of
 * another version of the file, with several ranges, and with a malformed one.
 *
 * @throws HttpError 416 if the file has none of these bytes.
 */
function requestedRange(headers: RequestHeaders, { bytes: { length }, etag }: CachedFile) {
  const ifRange = headers.get('if-range');
  const [, first, last] = /^bytes=(?!-$)(\d*)-(\d*)$/i.exec(headers.get('range')?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (ifRange !== null && ifRange.trim() !== etag)) return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;

  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? length : Math.min(length, Number(last) + 1);
  if (start < end) return { start, end };
  throw new HttpError(
    416,
    'range_not_satisfiable',
    `The range is beyond the end of the file, which is ${length} bytes long.`,
    {
      param: 'Range',
      headers: { 'content-range': `bytes */${length}` },
    },
  );
}
