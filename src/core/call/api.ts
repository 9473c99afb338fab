import type { ZodMiniType } from 'zod/mini';
import type { EndpointInput, EndpointResult } from '../../contract/endpoint-types.ts';
import { type EndpointName, type Endpoints, endpoints } from '../../contract/endpoints.ts';
import type { PageReader } from '../../contract/page.ts';
import type { IdempotentCallOptions, ListOptions } from '../options/options.ts';
import { type Settings, settingsForCall } from '../options/settings.ts';
import { resolveTarget } from '../options/target.ts';
import { ApiCall, type ApiResult, mapResult } from '../results/api-call.ts';
import type { FetchPage } from '../results/page.ts';
import { PageList } from '../results/page-list.ts';
import { execute } from './execute.ts';
import { type PreparedRequest, prepareRowRequest, prepareUrlRequest, type RowInput, type UrlInput } from './request.ts';
import { type CallChannel, openCallChannel, traceCall } from './trace.ts';

/** The parts of an endpoint's input that it has. */
export type CallInput<Name extends EndpointName> = {
  [Part in keyof EndpointInput<Name> as IsAbsent<EndpointInput<Name>[Part]> extends true
    ? never
    : Part]: EndpointInput<Name>[Part];
};

/** The endpoints that answer page by page. */
export type PagedEndpointName = {
  [Name in EndpointName]: Endpoints[Name] extends { readonly page: object } ? Name : never;
}[EndpointName];

/** What the pages of an endpoint hold. */
export type PageItem<Name extends PagedEndpointName> =
  Endpoints[Name]['page'] extends PageReader<infer Item, never> ? Item : never;

/** Makes the calls of one client. */
export class Api {
  readonly #settings: Settings;
  readonly #channel: CallChannel | undefined = openCallChannel();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Calls a row of the table. `requiredSchema`: what the response must have, whatever the validation mode. */
  call<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
    options: IdempotentCallOptions,
    requiredSchema?: ZodMiniType,
  ): ApiCall<EndpointResult<Name>> {
    return this.#callRow(name, input, options, requiredSchema);
  }

  /** Lists a row of the table page by page. */
  list<Name extends PagedEndpointName>(
    name: Name,
    { path, query }: Pick<EndpointInput<Name>, 'path' | 'query'>,
    options: ListOptions,
  ): PageList<PageItem<Name>, EndpointResult<Name>> {
    const { requiredSchema, read } = pageReaders[name].page;
    const fetchPage: FetchPage<PageItem<Name>, EndpointResult<Name>> = (offset, signal) => {
      const input = { path, query: offset === undefined ? query : { ...query, offset } };
      const pageOptions = signal === undefined ? options : { ...options, signal };
      return mapResult(this.#callRow(name, input, pageOptions, requiredSchema), ({ data }) => ({
        ...read(data),
        body: data,
      }));
    };
    return new PageList(fetchPage, options);
  }

  /** Calls a URL on a known origin, or a path on the base URL. */
  callUrl<T>(name: string, input: UrlInput, options: IdempotentCallOptions): ApiCall<T> {
    return this.#send(name, options, (settings) => prepareUrlRequest(name, input, settings, options));
  }

  /** Whether two URLs or paths name the same thing on a known origin. */
  isSameTarget(one: unknown, other: unknown): boolean {
    try {
      const [a, b] = [one, other].map((target) => resolveTarget('', '', target, this.#settings).href);
      return a === b;
    } catch {
      return false;
    }
  }

  #callRow<Name extends EndpointName>(
    name: Name,
    input: RowInput,
    options: IdempotentCallOptions,
    requiredSchema: ZodMiniType | undefined,
  ): ApiCall<EndpointResult<Name>> {
    const rowInput = { ...input, requiredSchema };
    return this.#send(name, options, (settings) =>
      prepareRowRequest(name, endpoints[name], rowInput, settings, options),
    );
  }

  // A boundary: what the response holds is the contract's word, or the caller's.
  #send<T>(name: string, options: IdempotentCallOptions, prepare: (settings: Settings) => PreparedRequest): ApiCall<T> {
    return new ApiCall(this.#execute(name, options, prepare) as Promise<ApiResult<T>>);
  }

  // `async`, so that whatever is wrong with the input rejects and nothing throws.
  async #execute(
    name: string,
    options: IdempotentCallOptions,
    prepare: (settings: Settings) => PreparedRequest,
  ): Promise<ApiResult<unknown>> {
    const settings = settingsForCall(this.#settings, name, options);
    const request = prepare(settings);
    return traceCall(this.#channel, request, () => execute(request, settings, options.signal));
  }
}

type IsAbsent<Part> = [Part] extends [undefined] ? true : [keyof Part] extends [never] ? true : false;

/** The rows of the paged endpoints, so typed that each reader goes with the response of its own row. */
const pageReaders: {
  readonly [Name in PagedEndpointName]: { readonly page: PageReader<PageItem<Name>, EndpointResult<Name>> };
} = endpoints;
