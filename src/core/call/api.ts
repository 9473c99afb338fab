import type {
  EndpointInput,
  EndpointName,
  EndpointResult,
  PagedEndpointName,
  PageItem,
} from '../../contract/endpoints.ts';
import { endpointOf, pageReaderOf } from '../../contract/for-client.ts';
import type { IdempotentCallOptions, ListOptions } from '../options/options.ts';
import type { Settings } from '../options/settings.ts';
import { resolveReference, resolveTarget } from '../options/target.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { ApiCall, type ApiResult, mapResult } from '../results/api-call.ts';
import type { PageSource } from '../results/page.ts';
import { PageList } from '../results/page-list.ts';
import { type Call, factsOf } from './call.ts';
import { execute } from './execute.ts';
import { RateGates, Slots } from './rate-gate.ts';
import { type CallContext, prepareEndpointCall, prepareUrlCall, type UrlCall } from './request.ts';
import { type CallChannel, openCallChannel, traceCall } from './trace.ts';

/** The path parameters, query and body of a call. Parts that the endpoint does not take are omitted. */
export type CallInput<Name extends EndpointName> = {
  [Part in keyof EndpointInput<Name> as IsAbsent<EndpointInput<Name>[Part]> extends true
    ? never
    : Part]: EndpointInput<Name>[Part];
};

/** A client with a method per endpoint, nested by name: `captions.words.list` is `captions: { words: { list } }`. */
export type EndpointMethods<Name extends string> = {
  readonly [First in Head<Name> & string]: [Tail<Name, First>] extends [never]
    ? (...input: never[]) => PromiseLike<unknown>
    : EndpointMethods<Tail<Name, First>>;
};

/** Makes the calls of one client. */
export class Api {
  readonly #channel: CallChannel | undefined = openCallChannel();
  #gates = new RateGates();
  #context: CallContext;

  constructor(settings: Settings) {
    this.#context = { settings, slots: new Slots(settings.concurrency) };
  }

  /** Shares the rate gates of another client, its slots if `concurrency` is equal, and the keys to redact if `apiKey` is. */
  share(other: Api): void {
    const { settings, slots } = other.#context;
    const own = this.#context;
    if (own.settings.apiKey === settings.apiKey) own.settings.redactor.share(settings.redactor);
    if (own.slots.limit === slots.limit) this.#context = { ...own, slots };
    this.#gates = other.#gates;
  }

  call<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
    options: IdempotentCallOptions,
  ): ApiCall<EndpointResult<Name>> {
    const call = { endpoint: name, definition: endpointOf(name), input, options };
    return this.#start(() => prepareEndpointCall(call, this.#context));
  }

  /** Calls a URL on the base URL's origin or on a trusted origin, or a path. */
  callUrl<T>(call: UrlCall): ApiCall<T> {
    return this.#start(() => prepareUrlCall(call, this.#context));
  }

  list<Name extends PagedEndpointName>(
    name: Name,
    { path, query }: Pick<EndpointInput<Name>, 'path' | 'query'>,
    options: ListOptions,
  ): PageList<PageItem<Name>, EndpointResult<Name>> {
    const { read, idOf } = pageReaderOf(name);
    const fetch: PageSource<PageItem<Name>, EndpointResult<Name>>['fetch'] = (offset, signal) => {
      // Cast: the compiler cannot see that the input of a paginated endpoint has no other parts.
      const input = { path, query: offset === undefined ? query : { ...query, offset } } as CallInput<Name>;
      const call = this.call(name, input, signal === undefined ? options : { ...options, signal });
      const requested = { requestedOffset: offset ?? query?.offset ?? 0, requestedLimit: query?.limit };
      return mapResult(call, ({ data }) => ({ ...requested, ...read(data), body: data }));
    };
    return new PageList({ fetch, idOf }, options);
  }

  get redactor(): Redactor {
    return this.#context.settings.redactor;
  }

  /** Whether a next action's `path` and a job's `url` resolve to the same URL. */
  isSameTarget(path: unknown, url: unknown): boolean {
    const hrefOf = (resolve: typeof resolveTarget, target: unknown) => {
      try {
        return resolve('', '', target, this.#context.settings).href;
      } catch {
        return undefined;
      }
    };
    const href = hrefOf(resolveReference, url);
    return href !== undefined && [resolveTarget, resolveReference].some((resolve) => hrefOf(resolve, path) === href);
  }

  // Cast: the contract or the caller declares the type of the response body.
  #start<T>(prepare: () => Call): ApiCall<T> {
    return new ApiCall(this.#execute(prepare) as Promise<ApiResult<T>>);
  }

  // This method is `async`, so that invalid input rejects the call instead of throwing.
  async #execute(prepare: () => Call): Promise<ApiResult<unknown>> {
    const call = prepare();
    // Compare with false, because `hasSubscribers` is undefined in Bun.
    if (this.#channel === undefined || this.#channel.hasSubscribers === false) return execute(call, this.#gates);
    return traceCall(this.#channel, factsOf(call), () => execute(call, this.#gates));
  }
}

type IsAbsent<Part> = [Part] extends [undefined] ? true : [keyof Part] extends [never] ? true : false;
type Head<Name> = Name extends `${infer First}.${string}` ? First : Name;
type Tail<Name, First extends string> = Name extends `${First}.${infer Rest}` ? Rest : never;
