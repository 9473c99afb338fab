import { type Choices, plainChoices } from '../../mock/points/open-points.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { Context } from './context.ts';
import { Deliveries } from './deliveries.ts';
import { callJob } from './endpoints/jobs.ts';
import { cropLogo, cropUrl } from './endpoints/onboarding.ts';
import { Replays } from './idempotency.ts';
import { Refusal } from './refusal.ts';
import { hasNoBody, type Reply, refusalReply, write } from './response.ts';
import { matchPath, type Route, routes } from './routes.ts';
import { refusalHeaders, refuse, type Trouble } from './troubles.ts';
import { untrustedOrigin } from './wire/job-urls.ts';

export const apiKey = 'sk_other';

/** A request and the service's response. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly sent: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A service with the endpoints of the specification. Its choices settle what the specification leaves open. */
export class OtherService {
  readonly context: Context;
  readonly exchanges: Exchange[] = [];
  readonly deliveries: Deliveries;
  /** The errors for the next requests, in order. */
  readonly troubles: Trouble[] = [];
  /** Called with the number of each request. */
  onRequest: (count: number) => void = () => {};
  readonly #replays: Replays;
  /** The stored errors by Idempotency-Key. */
  readonly #refused = new Map<string, Refusal>();

  constructor(choices: Choices) {
    this.context = new Context(choices);
    this.deliveries = new Deliveries(this.context);
    this.#replays = new Replays(this.context);
  }

  readonly fetch = (url: string, init: RequestInit): Promise<Response> => this.handle(new Request(url, init));

  async handle(request: Request): Promise<Response> {
    const text = await request.text();
    this.onRequest(this.exchanges.length + 1);
    const reply = this.#reply(request, text);
    const response = write(this.context, reply, this.exchanges.length);
    const { method, url } = request;
    const sent: unknown = text === '' ? undefined : JSON.parse(text);
    const isEmpty = reply.body === undefined || hasNoBody(reply.status);
    const body = isEmpty ? undefined : JSON.parse(JSON.stringify(reply.body));
    this.exchanges.push({
      method,
      url,
      sent,
      status: reply.status,
      headers: Object.fromEntries(response.headers),
      body,
    });
    return response;
  }

  /** Handles a request for a file, which is not part of the API. */
  async file({ headers }: Request): Promise<Response> {
    const isOpen = this.context.choices['values.files'] === 'without';
    return new Response(null, { status: isOpen || headers.has('authorization') ? 200 : 401 });
  }

  #reply(request: Request, text: string): Reply {
    try {
      if (request.headers.get('authorization') !== `Bearer ${apiKey}`) throw new Refusal('key', 'The key is not valid');
      const remembered = this.#refused.get(keyOf(request));
      if (remembered !== undefined) throw remembered;
      const trouble = this.troubles.shift();
      const refusal = trouble && refuse(this.context, trouble);
      if (refusal !== undefined) throw refusal;
      return this.#route(request, text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const reply = refusalReply(this.context, error);
      this.#rememberRefusal(request, error);
      return { ...reply, headers: { ...reply.headers, ...refusalHeaders(this.context, error) } };
    }
  }

  #rememberRefusal(request: Request, refusal: Refusal): void {
    const isRemembered = this.context.choices['idempotency.errors'] === 'replayed' && refusal.kind !== 'conflict';
    if (isRemembered && keyOf(request) !== '') this.#refused.set(keyOf(request), refusal);
  }

  #route(request: Request, text: string): Reply {
    const { method } = request;
    const url = new URL(request.url);
    if (url.origin === untrustedOrigin) throw new Error('A request was sent to an origin that is not trusted');
    const target = this.context.jobTargets.get(url.href);
    if (target !== undefined) return callJob(this.context, target, method);
    const body = readBody(this.context, text);
    const call = { context: this.context, params: [], query: readQuery(this.context, url), body };
    if (
      url.href === cropUrl(this.context.baseUrl) &&
      method === this.context.choices['nextAction.method'].toUpperCase()
    )
      return { status: 200, body: cropLogo(call) };
    const { name, route, params } = findRoute(this.context, method, url);
    requireKnownFields(this.context, name, route, body);
    const status = Number(this.context.choices[`success.${name}`]);
    const act = (): Reply => ({ status, body: route.endpoint({ ...call, params }) });
    const key = route.isIdempotent ? request.headers.get('idempotency-key') : null;
    const input = this.context.choices['idempotency.input'] === 'their bytes' ? text : inOrder(body);
    return this.#replays.once(key, name, `${method} ${url.href} ${input}`, act);
  }
}

function readQuery({ choices }: Context, { search }: URL): URLSearchParams {
  return new URLSearchParams(choices['request.query'] === 'itself' ? search.replaceAll('+', '%2B') : search);
}

export function createOtherService(choices: Partial<Choices> = {}): OtherService {
  return new OtherService({ ...plainChoices, ...choices });
}

function keyOf(request: Request): string {
  return request.headers.get('idempotency-key') ?? '';
}

/** Returns the same text for bodies that differ only in the order of their fields. */
function inOrder(body: object): string {
  return JSON.stringify(Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

interface FoundRoute {
  readonly name: EndpointName;
  readonly route: Route;
  readonly params: readonly string[];
}

function findRoute({ baseUrl }: Context, method: string, url: URL): FoundRoute {
  const path = (url.origin + url.pathname).startsWith(baseUrl) ? (url.origin + url.pathname).slice(baseUrl.length) : '';
  // Cast: `Object.entries` types the names as strings.
  for (const [name, route] of Object.entries(routes) as [EndpointName, Route][]) {
    const params = route.method === method ? matchPath(route, path) : undefined;
    if (params !== undefined) return { name, route, params };
  }
  throw new Refusal('notFound', `There is no ${method} ${url.pathname}`);
}

function readBody(context: Context, text: string): Record<string, unknown> {
  const limit = context.pick('limits.bytes', { 'any size': Number.POSITIVE_INFINITY, '1 KB': 1024 });
  if (text.length > limit) throw new Refusal('tooLarge', 'The request is too large');
  const value: unknown = text === '' ? {} : JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Refusal('invalid', 'The body must be an object');
  return { ...value };
}

function requireKnownFields({ choices }: Context, name: EndpointName, { fields }: Route, body: object): void {
  const sent = Object.keys(body);
  const isAllRequired = choices['request.clips'] === 'more than the source' && name === 'clips.generate';
  const missing = isAllRequired ? fields?.find((field) => !sent.includes(field)) : undefined;
  if (missing) throw new Refusal('invalid', `${missing} is required`, missing);
  if (choices['request.moreFields'] === 'ignored' || fields === undefined) return;
  const unknown = sent.find((field) => !fields.includes(field));
  if (unknown) throw new Refusal('invalid', `There is no field ${unknown}`, unknown);
}
