import { errorResponseData, HttpError } from '../http/errors.ts';
import type { RequestData, RequestHeaders } from '../http/request.ts';
import type { ResponseData } from '../http/response.ts';
import { idFromBytes } from '../state/ids.ts';
import type { Store } from '../state/store.ts';
import type { Times } from '../time/times.ts';
import { findFile, type MediaFile } from './files.ts';

export interface ServedMedia {
  readonly response: ResponseData;
  /** The file; undefined if its link has expired, or the request's range is beyond its end. */
  readonly file?: MediaFile;
}

/**
 * Creates a function that responds to GET and HEAD requests for the mock's files, or returns undefined if there is no
 * file at the path. Requests need no API key, and video players can request ranges.
 */
export function createMediaServer(store: Store, times: Times) {
  const cache = new FileCache();
  return async (request: RequestData, pathname: string): Promise<ServedMedia | undefined> => {
    try {
      const file = findFile(store, pathname, times);
      return file && { file, response: serveFile(request, await cache.get(file)) };
    } catch (error) {
      return { response: errorResponseData(error, request) };
    }
  };
}

/** Checks `If-None-Match` before the range, as RFC 9110 requires. */
function serveFile({ method, headers }: RequestData, file: CachedFile): ResponseData {
  const { bytes, etag, mediaType } = file;
  // Clients must revalidate each time, because a cached copy would outlive the link.
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
    body: method === 'HEAD' ? null : bytes.subarray(start, end),
  };
}

/** Splits the list at commas, because the mock's ETags do not contain any. */
function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

/**
 * Returns the requested range with an exclusive end. Returns undefined if the whole file is to be sent: if there is no
 * range or more than one, if the range is malformed, or if `If-Range` names another version of the file.
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

interface CachedFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A strong `ETag`. */
  readonly etag: string;
}

const MAX_BYTES = 8 * 1024 * 1024;

/** Caches the most recently served files, because a player requests the ranges of a file one by one. */
export class FileCache {
  readonly #files = new Map<string, CachedFile>();
  #size = 0;

  async get(file: MediaFile): Promise<CachedFile> {
    const entry = this.#files.get(file.cacheKey) ?? (await createEntry(file));
    this.#keep(file.cacheKey, entry);
    return entry;
  }

  #keep(key: string, entry: CachedFile): void {
    // Another request may have created the same file in the meantime.
    if (!this.#files.has(key)) this.#size += entry.bytes.length;
    // Delete the entry first, so that it becomes the last one: the map's first entry is the least recently used.
    this.#files.delete(key);
    this.#files.set(key, entry);
    for (const [oldest, { bytes }] of this.#files) {
      if (this.#size <= MAX_BYTES) return;
      this.#files.delete(oldest);
      this.#size -= bytes.length;
    }
  }
}

async function createEntry({ mediaType, create }: MediaFile): Promise<CachedFile> {
  const bytes = await create();
  return { mediaType, bytes, etag: `"${idFromBytes(bytes)}"` };
}
