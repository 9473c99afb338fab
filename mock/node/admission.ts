import type { IncomingMessage } from 'node:http';
import { type Check, mustBe } from '../../src/core/options/checks.ts';
import { CONTROL_PATH } from '../control/routes.ts';
import { forbidden, type HttpError, invalid } from '../http/errors.ts';
import { isLocalOrigin, isLoopback } from '../http/loopback.ts';
import { type RequestData, type RequestHeaders, type Sender, unrestricted } from '../http/request.ts';
import { isLoopbackAddress } from './addresses.ts';

export const ANY_ORIGIN = '*';

export const aListOfOrigins: Check = mustBe(
  'a list of origins such as "https://app.example.com", or of "*" for all',
  (value) => Array.isArray(value) && value.every((entry) => entry === ANY_ORIGIN || isOrigin(entry)),
);

/** Which requests a server allows. */
export interface Admission {
  /** The origins of the option `cors`, which must be valid. */
  readonly cors: readonly string[];
  /** The server's own origin if only this machine can reach it; undefined if requests for any host are allowed. */
  readonly loopbackOrigin: string | undefined;
}

/** @throws HttpError 400 when the request has several hosts, 403 when its host, page or machine is not allowed. */
export function admit(request: RequestData, url: URL, incoming: IncomingMessage, admission: Admission): Sender {
  // Reject several hosts, because a proxy may have checked one host and the mock would check another.
  if (hostCount(incoming) > 1) throw invalid('Host', 'Host must be sent once.');
  if (!url.pathname.startsWith(CONTROL_PATH)) {
    requireKnownHost(url, admission);
    return senderOf(request, admission.cors);
  }
  if (!isLocal(request, url, incoming)) {
    throw forbidden(
      `${CONTROL_PATH} accepts only requests from this machine that come neither through a proxy nor from a page of another origin.`,
    );
  }
  return unrestricted;
}

/** Counts the hosts in `rawHeaders`: `headers` only has the first one, and not every runtime has `headersDistinct`. */
function hostCount({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
}

/**
 * Rejects unknown hosts. A page can make its own host name resolve to this machine (DNS rebinding). The browser then
 * sends the page's GET requests without an Origin, because it considers them same-origin.
 */
function requireKnownHost({ origin, hostname, host }: URL, { cors, loopbackOrigin }: Admission): void {
  if (loopbackOrigin === undefined || loopbackOrigin === origin || isLocalOrigin(origin)) return;
  const known = [loopbackOrigin, ...cors];
  if (known.some((entry) => entry === ANY_ORIGIN || new URL(entry).hostname === hostname)) return;
  throw forbidden(
    `This mock does not respond to requests for the host ${host.slice(0, 200)}. ${corsAdvice(`http://${host}`)}`,
  );
}

function senderOf({ headers }: RequestData, cors: readonly string[]): Sender {
  const origin = headers.get('origin');
  if (origin === null) return { isForeignPage: false, mayOnlyReadFiles: isOfAnotherOrigin(headers) };
  if (isLocalOrigin(origin)) return unrestricted;
  if (cors.some((entry) => entry === ANY_ORIGIN || new URL(entry).origin === origin)) {
    return { isForeignPage: true, mayOnlyReadFiles: false };
  }
  throw unknownOrigin(origin);
}

function unknownOrigin(origin: string): HttpError {
  // Sandboxed pages and local files have the origin "null", which `--cors` does not accept.
  const named = isOrigin(origin) ? origin : `'${ANY_ORIGIN}'`;
  return forbidden(`This mock does not respond to pages of the origin ${origin.slice(0, 200)}. ${corsAdvice(named)}`);
}

function corsAdvice(named: string): string {
  return `To allow them, start the mock with --cors ${named}, or with the option cors of mock.listen.`;
}

/** Whether a request comes from this machine to a loopback host, through no proxy and from no page of another origin. */
function isLocal({ headers }: RequestData, url: URL, { socket, headers: { host } }: IncomingMessage): boolean {
  const origin = headers.get('origin');
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopback(url.hostname) &&
    // A request line with a full URL overrides the Host, so both must be checked.
    (host === undefined || isLoopback(new URL(`http://${host}`).hostname)) &&
    !isOfAnotherOrigin(headers) &&
    !isProxied(headers) &&
    (origin === null || (URL.canParse(origin) && new URL(origin).origin === url.origin))
  );
}

/** Reads Sec-Fetch-Site, because browsers send no Origin for resources that a page embeds or links to. */
function isOfAnotherOrigin(headers: RequestHeaders): boolean {
  const site = headers.get('sec-fetch-site') ?? 'none';
  return !/^(same-origin|none)$/i.test(site);
}

/** Detects proxies, because a proxy on this machine may forward other machines' requests with a loopback Host. */
function isProxied(headers: RequestHeaders): boolean {
  return [...headers.keys()].some((name) =>
    /^(forwarded|via|x-forwarded-.*|x-real-ip|cf-connecting-ip|true-client-ip)$/.test(name),
  );
}

function isOrigin(value: unknown): boolean {
  const url = URL.parse(String(value));
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}
