import type { EndpointName } from './contract/endpoints.ts';
import type { NextAction } from './contract/job.ts';
import { Api } from './core/call/api.ts';
import type { EndpointMethods } from './core/call/endpoint-methods.ts';
import type { Query } from './core/call/request.ts';
import {
  type CallOptions,
  type ClipwrightOptions,
  type IdempotentCallOptions,
  onlyGiven,
} from './core/options/options.ts';
import { readSettings } from './core/options/settings.ts';
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

/** An HTTP method that `client.request` sends. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Options of `client.request`. */
export interface RequestOptions extends IdempotentCallOptions {
  /** Appended to the path's own query. */
  readonly query?: Query | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/**
 * A client of the video service.
 *
 * Every method gives a promise and never throws before: what is wrong with its arguments rejects with
 * `RequestValidationError` before anything is sent. A call rejects with an {@link ApiError} when the service answers with
 * an error, with `ConnectionError`, `TimeoutError` or `AbortError` when no complete answer came, and with
 * `ResponseValidationError` when the answer is unusable.
 *
 * @example
 * ```ts
 * import { Clipwright } from 'clipwright';
 *
 * const client = new Clipwright({ apiKey: process.env.VIDEO_API_KEY, baseUrl: 'https://video.example.com/api/v1' });
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
  readonly #api: Api;

  /** @throws `ConfigurationError` when an option is missing or unusable; it names the option. */
  constructor(options: ClipwrightOptions = {}) {
    this.#options = { ...options };
    this.#api = new Api(readSettings(this.#options));
    const waitDeps = { api: this.#api, jobLists: new JobLists(this.#api) };
    this.clips = new Clips(waitDeps);
    this.projects = new Projects(this.#api);
    this.jobs = new Jobs(waitDeps);
    this.timeline = new Timeline(this.#api);
    this.captions = new Captions(this.#api);
    this.transcript = new Transcript(this.#api);
    this.audio = new Audio(this.#api);
    this.onboarding = new Onboarding(this.#api);
    this.webhooks = new Webhooks(this.#api);
  }

  /**
   * A copy of this client with some options changed; one that is undefined stays as it is.
   *
   * @throws `ConfigurationError` when an option is unusable.
   * @example
   * ```ts
   * const patient = client.withOptions({ maxRetries: 5, totalTimeout: 600_000 });
   * ```
   */
  withOptions(options: ClipwrightOptions): Clipwright {
    // The proof that no endpoint lacks a method. An `implements` would carry the whole table into the published types.
    return new Clipwright({ ...this.#options, ...onlyGiven(options) }) satisfies EndpointMethods<EndpointName>;
  }

  /**
   * Calls an endpoint that this package does not know yet. What it sends and answers is not checked; the type argument is
   * the caller's word. An empty answer is `undefined`. A call that has an `idempotencyKey` is tried again as a GET is.
   *
   * @throws `RequestValidationError` when the path leads to an origin that the API key must not go to.
   * @example
   * ```ts
   * const usage = await client.request<{ minutes: number }>('GET', '/usage', { query: { month: '2026-01' } });
   * ```
   */
  request<T = unknown>(method: HttpMethod, path: string, options: RequestOptions = {}): ApiCall<T> {
    // Spread, here and below: what is no object must reject, and destructuring it would throw.
    const { query, body, ...callOptions } = { ...options };
    return this.#api.callUrl('request', { method, target: path, field: 'path', query, body }, callOptions);
  }

  /**
   * Takes a next step that the service suggested in an answer. What it answers is not checked; the type argument is the
   * caller's word.
   *
   * @throws `RequestValidationError` when the path leads to an origin that the API key must not go to.
   */
  follow<T = unknown>(action: NextAction, options: CallOptions = {}): ApiCall<T> {
    const { method, path } = { ...action };
    return this.#api.callUrl('follow', { method, target: path, field: 'path' }, options);
  }
}
