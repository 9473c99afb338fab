import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import type { Check } from '../../src/core/options/checks.ts';
import { CONTROL_PATH, type ControlName, controlRoutes } from '../control/routes.ts';
import type { ControlBody, ControlResponse } from '../control/table.ts';
import type { MockScope } from '../scope.ts';
import { notAMockAt, refusalOf, unreachable } from './refusal.ts';
import type { WorkspaceKey } from './workspace-key.ts';

/** What is sent to a route. */
export interface ControlParams<Name extends ControlName> {
  /** The identifier in the path. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: ControlBody<Name>;
  readonly scope?: MockScope | undefined;
  readonly signal?: AbortSignal;
}

/** Sends requests to the control of a mock. */
export class ControlClient {
  readonly #origin: string;
  readonly #key: WorkspaceKey;

  constructor(origin: string, key: WorkspaceKey) {
    this.#origin = origin;
    this.#key = key;
  }

  /** What an API key must be. */
  get anAcceptedKey(): Check {
    return this.#key.anAcceptedKey;
  }

  /** @throws ConfigurationError when no mock responds, or it refuses the request. */
  async call<Name extends ControlName>(name: Name, params: ControlParams<Name> = {}): Promise<ControlResponse<Name>> {
    const response = await this.send(name, params);
    const body = await response.json().catch(() => {
      throw notAMockAt(this.#origin, 'responded with something else');
    });
    // Cast: the mock responds with what its table says.
    return body as ControlResponse<Name>;
  }

  /** As {@link call}, for a response that is not JSON. */
  async send<Name extends ControlName>(name: Name, params: ControlParams<Name>): Promise<Response> {
    const { method, path } = controlRoutes[name];
    const url = new URL(CONTROL_PATH + path.replace('{id}', encodeId(params.id ?? '')), this.#origin);
    url.search = new URLSearchParams(params.query).toString();
    const body = params.body === undefined ? null : JSON.stringify(params.body);
    const init = { method, headers: this.#headers(params), body, signal: params.signal ?? null };
    const response = await fetch(url, { ...init, redirect: 'manual' }).catch((cause: unknown) => {
      throw unreachable(this.#origin, cause);
    });
    if (response.ok) return response;
    throw await refusalOf(response, this.#origin);
  }

  #headers<Name extends ControlName>({ headers, body, scope = {} }: ControlParams<Name>): Headers {
    const apiKey = this.#key.of(scope);
    const all = new Headers(headers);
    if (apiKey !== undefined) all.set('authorization', `Bearer ${apiKey}`);
    if (body !== undefined) all.set('content-type', 'application/json');
    return all;
  }
}

/** @throws ConfigurationError for what no path can have, or what would make another path of it. */
function encodeId(id: string): string {
  if (/^\.{1,2}$|\p{Surrogate}/u.test(id))
    throw new ConfigurationError('id', 'is not known. No identifier is like it.');
  return encodeURIComponent(id);
}
