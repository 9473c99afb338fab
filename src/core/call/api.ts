import type { Endpoint } from '../../contract/endpoint.ts';
import type { EndpointInput, EndpointResult, PagedEndpointName, PageItem } from '../../contract/endpoint-types.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { endpointOf, pageReaderOf } from '../../contract/for-client.ts';
import { Slots } from '../async/slots.ts';
import type { IdempotentCallOptions, ListOptions } from '../options/options.ts';
import { type Settings, settingsForCall } from '../options/settings.ts';
import { resolveReference, resolveTarget } from '../options/target.ts';
import { redactJson } from '../redaction/redact-json.ts';
import { ApiCall, type ApiResult, mapResult } from '../results/api-call.ts';
import type { PageSource } from '../results/page.ts';
import { PageList } from '../results/page-list.ts';
import { type CallLimits, execute } from './execute.ts';
import { RateGates } from './rate-gates.ts';
import {
  type EndpointCall,
  type PreparedRequest,
  prepareEndpointRequest,
  prepareUrlRequest,
  redactRequest,
  type UrlCall,
} from './request.ts';
import { type CallChannel, openCallChannel, traceCall } from './trace.ts';

/** The input of an endpoint, without the parts that it does not have. */
export type CallInput<Name extends EndpointName> = {
  [Part in keyof EndpointInput<Name> as IsAbsent<EndpointInput<Name>[Part]> extends true
    ? never
    : Part]: EndpointInput<Name>[Part];
};

/** Makes the calls of one client. */
export class Api {
  readonly #settings: Settings;
  readonly #channel: CallChannel | undefined = openCallChannel();
  #limits: CallLimits;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#limits = { gates: new RateGates(), slots: new Slots(settings.concurrency) };
  }

  /**
   * Shares the rate gates of another client, its bound on calls in flight if both have the same `concurrency`, and the keys
   * that it remembers if both get them from the same function.
   */
  share(other: Api): void {
    if (this.#settings.apiKey === other.#settings.apiKey) this.#settings.keys.share(other.#settings.keys);
    const { gates, slots } = other.#limits;
    this.#limits = { gates, slots: slots.limit === this.#settings.concurrency ? slots : this.#limits.slots };
  }

  /** Calls an endpoint. */
  call<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
    options: IdempotentCallOptions,
  ): ApiCall<EndpointResult<Name>> {
    return this.#callEndpoint(name, input, options);
  }

  /** Calls a URL on a known origin, or a path on the base URL. */
  callUrl<T>(call: UrlCall): ApiCall<T> {
    return this.#start(call, prepareUrlRequest);
  }

  /** Lists the items of an endpoint page by page. */
  list<Name extends PagedEndpointName>(
    name: Name,
    { path, query }: Pick<EndpointInput<Name>, 'path' | 'query'>,
    options: ListOptions,
  ): PageList<PageItem<Name>, EndpointResult<Name>> {
    const { read, idOf } = pageReaderOf(name);
    const fetch: PageSource<PageItem<Name>, EndpointResult<Name>>['fetch'] = (offset, signal) => {
      const input = { path, query: offset === undefined ? query : { ...query, offset } };
      const pageOptions = signal === undefined ? options : { ...options, signal };
      const call = this.#callEndpoint(name, input, pageOptions);
      const requested = { requestedOffset: offset ?? query?.offset ?? 0, requestedLimit: query?.limit };
      return mapResult(call, ({ data }) => ({ ...requested, ...read(data), body: data }));
    };
    return new PageList({ fetch, idOf }, options);
  }

  /** The start of a text that an error quotes, without API keys. */
  quote(text: string): string {
    return this.#settings.knownRedactor().start(text, 200);
  }

  /** A copy of what a response has, without API keys, cut after a million characters. */
  redact<Value>(value: Value): Value {
    // Cast: only texts are replaced, and only of a very long value something is left out.
    return redactJson(value, this.#settings.knownRedactor(), 1_000_000) as Value;
  }

  /** Whether a next action's path is a job's URL. */
  isSameTarget(path: unknown, url: unknown): boolean {
    const hrefOf = (resolve: typeof resolveTarget, target: unknown) => {
      try {
        return resolve('', '', target, this.#settings).href;
      } catch {
        return undefined;
      }
    };
    const href = hrefOf(resolveReference, url);
    return href !== undefined && [resolveTarget, resolveReference].some((resolve) => hrefOf(resolve, path) === href);
  }

  #callEndpoint<Name extends EndpointName>(
    name: Name,
    input: EndpointCall['input'],
    options: IdempotentCallOptions,
  ): ApiCall<EndpointResult<Name>> {
    const definition = endpointOf(name);
    const call = { endpoint: name, definition, input, options, optionNames: optionNamesOf(definition) };
    return this.#start(call, prepareEndpointRequest);
  }

  // Cast: the type of the response's body is the contract's, or the caller's.
  #start<T, Call extends EndpointCall | UrlCall>(call: Call, prepare: Prepare<Call>): ApiCall<T> {
    return new ApiCall(this.#execute(call, prepare) as Promise<ApiResult<T>>);
  }

  // `async`, so that input that is not valid rejects and never throws.
  async #execute<Call extends EndpointCall | UrlCall>(call: Call, prepare: Prepare<Call>): Promise<ApiResult<unknown>> {
    const settings = settingsForCall(this.#settings, call);
    const request = prepare(call, settings);
    const send = () => execute(request, settings, this.#limits, call.options.signal);
    // Bun does not tell whether there are any.
    if (this.#channel === undefined || this.#channel.hasSubscribers === false) return send();
    return traceCall(this.#channel, redactRequest(request, settings.knownRedactor()), send);
  }
}

function optionNamesOf({ idempotent, page, reportsFailedItems }: Endpoint): string[] {
  return [
    ...(idempotent ? ['idempotencyKey'] : []),
    ...(page ? ['prefetch'] : []),
    ...(reportsFailedItems ? ['rejectOnFailedItems'] : []),
  ];
}

type Prepare<Call> = (call: Call, settings: Settings) => PreparedRequest;
type IsAbsent<Part> = [Part] extends [undefined] ? true : [keyof Part] extends [never] ? true : false;
