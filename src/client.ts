import type { HttpMethod, Query } from './contract/endpoint.ts';
import type { EndpointName } from './contract/endpoints.ts';
import type { NextAction } from './contract/job.ts';
import { Api, type EndpointMethods } from './core/call/api.ts';
import type { CallOptions, ClipwrightOptions, IdempotentCallOptions } from './core/options/options.ts';
import { omitUndefined, readSettings, type Settings } from './core/options/settings.ts';
import type { ApiCall } from './core/results/api-call.ts';
import { JobLists } from './core/waits/job-lists.ts';
import { Audio } from './resources/audio.ts';
import { Captions } from './resources/captions.ts';
import { Clips } from './resources/clips.ts';
import { Jobs } from './resources/jobs.ts';
import { Onboarding } from './resources/onboarding.ts';
import { Projects } from './resources/projects.ts';
import { Timeline } from './resources/timeline.ts';
import { Transcript } from './resources/transcript.ts';
import { Webhooks } from './resources/webhooks.ts';

/** Options of `client.request`. */
export interface RequestOptions extends CallOptions, Pick<IdempotentCallOptions, 'idempotencyKey'> {
  /** The query parameters. They are added to the parameters that the path already has. */
  readonly query?: Query | undefined;
  /** The body, sent as JSON. */
  readonly body?: unknown;
}

/** Options of `client.follow`. */
export interface FollowOptions extends CallOptions, Pick<RequestOptions, 'body'> {}

/**
 * A client of the video service.
 *
 * A call returns a promise and never throws. The promise rejects with:
 *
 * - `RequestValidationError`, before anything is sent, when an argument is not valid.
 * - `ConfigurationError` when the `apiKey` function fails or returns an invalid key.
 * - an {@link ApiError} when the service responds with an error.
 * - `ConnectionError`, `TimeoutError` or `AbortError` when no complete response is received.
 * - `ResponseValidationError` or `ResponseTooLargeError` when the response cannot be used.
 *
 * @example
 * ```ts
 * import { Clipwright } from 'clipwright';
 *
 * const baseUrl = 'https://video.example.com/api/v1';
 * const client = new Clipwright({ apiKey: process.env.CLIPWRIGHT_API_KEY, baseUrl });
 * const project = await client.projects.create({ name: 'Talk' });
 * for await (const caption of client.captions.list(project.id)) console.log(caption.text);
 * ```
 */
export class Clipwright {
  readonly clips: Clips;
  readonly projects: Projects;
  readonly jobs: Jobs;
  readonly timeline: Timeline;
  readonly captions: Captions;
  readonly transcript: Transcript;
  readonly audio: Audio;
  readonly onboarding: Onboarding;
  readonly webhooks: Webhooks;
  readonly #options: ClipwrightOptions;
  readonly #settings: Settings;
  readonly #api: Api;

  /** @throws `ConfigurationError`, which names the option, when an option is missing or not valid. */
  constructor(options: ClipwrightOptions = {}) {
    const settings = readSettings(options);
    const api = new Api(settings);
    this.#settings = settings;
    this.#api = api;
    this.#options = { ...options };
    const waitDeps = { settings, api, jobLists: new JobLists(api, settings) };
    this.clips = new Clips(waitDeps);
    this.projects = new Projects(api);
    this.jobs = new Jobs(waitDeps);
    this.timeline = new Timeline(api);
    this.captions = new Captions(api);
    this.transcript = new Transcript(api);
    this.audio = new Audio(api);
    this.onboarding = new Onboarding(api);
    this.webhooks = new Webhooks(api);
  }

  /**
   * Creates a copy of this client with other options. Options that are omitted or undefined stay the same. With the same
   * origin and API key, a 429 response to one makes the calls of both wait; with the same `concurrency`, they share it.
   *
   * @throws `ConfigurationError` when an option is not valid.
   * @example
   * ```ts
   * const patient = client.withOptions({ maxRetries: 5, totalTimeout: 600_000 });
   * ```
   */
  withOptions(options: ClipwrightOptions): Clipwright {
    const copy = new Clipwright({ ...this.#options, ...omitUndefined(options) });
    copy.#api.share(this.#api);
    // `satisfies` checks that every endpoint has a method. `implements` would publish the whole table's type.
    return copy satisfies EndpointMethods<EndpointName>;
  }

  /** @internal Read by `clipwright/node`. */
  get internals(): Pick<Settings, 'fetch' | 'redactor'> {
    return this.#settings;
  }

  /**
   * Calls an endpoint that this package does not support yet. The fields of the request and the response are not
   * checked: the response has the type that you pass. An empty response is `undefined`. A call with an `idempotencyKey`
   * is retried like a GET.
   *
   * @throws `RequestValidationError` when the path is on an origin that the API key must not be sent to.
   * @example
   * ```ts
   * const usage = await client.request<{ minutes: number }>('GET', '/usage', { query: { month: '2026-01' } });
   * ```
   */
  request<T = unknown>(method: HttpMethod, path: string, options: RequestOptions = {}): ApiCall<T> {
    // The spread turns null into an empty object: destructuring null would throw, and this method must not throw.
    const { query, body, ...callOptions } = { ...options };
    return this.#api.callUrl({
      endpoint: 'request',
      method,
      target: path,
      field: 'path',
      query,
      body,
      options: callOptions,
      optionNames: ['idempotencyKey', 'query', 'body'],
    });
  }

  /**
   * Calls an action that the service suggested in the `next_actions` of a response, with the `body` that you pass. The
   * response is not checked: it has the type that you pass.
   *
   * @throws `RequestValidationError` when the path is on an origin that the API key must not be sent to.
   * @example
   * ```ts
   * const { next_actions } = await client.onboarding.importLogo({ profile_id: profileId, logo_url: logoUrl });
   * for (const action of next_actions ?? []) await client.follow(action);
   * ```
   */
  follow<T = unknown>(action: NextAction, options: FollowOptions = {}): ApiCall<T> {
    const { method, path } = { ...action };
    const { body, ...callOptions } = { ...options };
    return this.#api.callUrl({
      endpoint: 'follow',
      method,
      target: withLeadingSlash(path),
      field: 'path',
      body,
      options: callOptions,
      optionNames: ['body'],
    });
  }
}

// The specification does not say whether the path of a next action begins with a slash.
function withLeadingSlash(path: unknown): unknown {
  return typeof path === 'string' && /^[\w.~%-]/.test(path) && !URL.canParse(path) ? `/${path}` : path;
}
