import { array, boolean, looseObject, number, unknown, type ZodMiniType } from 'zod/mini';
import type { EndpointInput, EndpointResult } from '../contract/endpoint.ts';
import { type EndpointName, type Endpoints, endpoints } from '../contract/endpoints.ts';
import { ApiCall, type ApiResult, mapCall } from './call.ts';
import { execute } from './execute.ts';
import { JobLists } from './job-lists.ts';
import type { IdempotentCallOptions, ListOptions } from './options.ts';
import type { FetchPage, PageContent } from './page.ts';
import { PageList } from './page-list.ts';
import { type Draft, draftRow, draftTarget, prepareRequest, type TargetInput } from './request.ts';
import { type Settings, settingsForCall } from './settings.ts';
import { resolveTarget } from './target.ts';
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
export type PageItem<Name extends PagedEndpointName> = EndpointResult<Name>[Endpoints[Name]['page']['items'] &
  keyof EndpointResult<Name>] extends readonly (infer Item)[]
  ? Item
  : never;

/** Makes the calls of one client. */
export class Api {
  /** Shared by all waits of the client. */
  readonly jobLists: JobLists = new JobLists(this);
  readonly #settings: Settings;
  readonly #channel: CallChannel | undefined = openCallChannel();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Calls a row of the table. `essence`: what the caller reads of the answer, whatever the validation mode. */
  call<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
    options: IdempotentCallOptions,
    essence?: ZodMiniType,
  ): ApiCall<EndpointResult<Name>> {
    return this.#send(name, options, (settings) => ({ ...draftRow(name, endpoints[name], input, settings), essence }));
  }

  /** Lists a row of the table page by page. */
  list<Name extends PagedEndpointName>(
    name: Name,
    input: CallInput<Name>,
    options: ListOptions,
  ): PageList<PageItem<Name>, EndpointResult<Name>> {
    const { page }: Endpoints[PagedEndpointName] = endpoints[name];
    const essence = essenceOf(page);
    const fetchPage: FetchPage<PageItem<Name>, EndpointResult<Name>> = (offset, signal) => {
      const own = signal === undefined ? options : { ...options, signal };
      return mapCall(this.call(name, withOffset(input, offset), own, essence), ({ data }) =>
        readPage<Name>(page, data),
      );
    };
    return new PageList(fetchPage, options);
  }

  /** Calls a URL on a known origin, or a path on the base URL. */
  callTarget<T>(name: string, input: TargetInput, options: IdempotentCallOptions): ApiCall<T> {
    return this.#send(name, options, (settings) => draftTarget(name, input, settings));
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

  // A boundary: what the answer holds is the contract's word, or the caller's.
  #send<T>(name: string, options: IdempotentCallOptions, draft: (settings: Settings) => Draft): ApiCall<T> {
    return new ApiCall(this.#execute(name, options, draft) as Promise<ApiResult<T>>);
  }

  // `async`, so that whatever is wrong with the input rejects and nothing throws.
  async #execute(
    name: string,
    options: IdempotentCallOptions,
    draft: (settings: Settings) => Draft,
  ): Promise<ApiResult<unknown>> {
    const settings = settingsForCall(this.#settings, name, options);
    const request = prepareRequest(draft(settings), settings, options);
    return traceCall(this.#channel, request, () => execute(request, settings, options.signal));
  }
}

type IsAbsent<Part> = [Part] extends [undefined] ? true : [keyof Part] extends [never] ? true : false;

interface PageFields {
  readonly items: string;
  readonly more: string;
}

function withOffset<Input extends object>(input: Input, offset: number | undefined): Input {
  if (offset === undefined) return input;
  const query: unknown = Reflect.get(input, 'query');
  return { ...input, query: { ...(query as object | undefined), offset } };
}

function essenceOf({ items, more }: PageFields): ZodMiniType {
  const pagination = looseObject({ total: number(), offset: number(), limit: number(), [more]: boolean() });
  return looseObject({ [items]: array(unknown()), pagination });
}

// A boundary: the essence has shown that these fields are there; the row says under which names.
function readPage<Name extends PagedEndpointName>(
  { items, more }: PageFields,
  body: EndpointResult<Name>,
): PageContent<PageItem<Name>, EndpointResult<Name>> {
  const fields = body as unknown as Record<string, unknown>;
  const { total, offset, limit, ...rest } = fields.pagination as Record<'total' | 'offset' | 'limit', number>;
  const hasMore = (rest as Record<string, unknown>)[more] === true;
  return { items: fields[items] as PageItem<Name>[], total, offset, limit, hasMore, body };
}
