import { HttpError } from '../api/http-error.ts';
import { errorResponse } from '../http/error-response.ts';
import type { Store } from '../state/store.ts';
import { FileCache, type StoredFile } from './file-cache.ts';
import { findFile } from './files.ts';

/** Answers a GET or HEAD of the path at mock time `now`; undefined where there is no file. */
export type ServeMedia = (request: Request, pathname: string, now: number) => Response | undefined;

/** Serves the files at the addresses that the mock hands out, to everybody, with what players and browsers ask for. */
export function createMediaServer(store: Store): ServeMedia {
  const cache = new FileCache();
  return (request, pathname, now) => {
    return answered(request, () => {
      const file = findFile(store, pathname, now);
      return file && serveFile(request, cache.get(file));
    });
  };
}

function answered(request: Request, work: () => Response | undefined): Response | undefined {
  try {
    return work();
  } catch (error) {
    return errorResponse(error, request);
  }
}

/** As RFC 9110 has it: the condition first, then the range. */
function serveFile({ method, headers }: Request, file: StoredFile): Response {
  const { bytes, etag, type } = file;
  // Asked again each time: a browser's own copy would outlive the link.
  const always = { etag, 'accept-ranges': 'bytes', 'cache-control': 'no-cache' };
  if (matchesAny(headers.get('if-none-match') ?? '', etag)) return new Response(null, { status: 304, headers: always });

  const range = method === 'GET' ? askedRange(headers, file) : undefined;
  const { start, end } = range ?? { start: 0, end: bytes.length };
  return new Response(bytes.subarray(start, end), {
    status: range ? 206 : 200,
    headers: {
      ...always,
      'content-type': type,
      'content-length': String(end - start),
      ...(range && { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` }),
    },
  });
}

/** None of the mock's tags holds a comma, so that a list need not be read more closely. */
function matchesAny(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));
}

/**
 * The range that is asked for, its end not part of it; undefined where the whole file is due: for none, for one of
 * another state of the file, for several, and for what is not well formed.
 *
 * @throws HttpError 416 where the file has no byte of it.
 */
function askedRange(headers: Headers, { bytes: { length }, etag }: StoredFile) {
  const ifRange = headers.get('if-range');
  const [, first, last] = /^bytes=(?!-$)(\d*)-(\d*)$/i.exec(headers.get('range')?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (ifRange !== null && ifRange.trim() !== etag)) return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;

  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? length : Math.min(length, Number(last) + 1);
  if (start < end) return { start, end };
  throw new HttpError(416, 'range_not_satisfiable', `The file has no such bytes: it is ${length} bytes long.`, {
    param: 'Range',
    headers: { 'content-range': `bytes */${length}` },
  });
}
