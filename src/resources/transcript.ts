import type {
  CorrectTranscriptParams,
  CorrectTranscriptResult,
  TranscriptSegmentsQuery,
  TranscriptSegmentsResult,
} from '../contract/transcript.ts';
import type { Api } from '../core/call/api.ts';
import type { CallOptions } from '../core/options/options.ts';
import type { ApiCall } from '../core/results/api-call.ts';

/** The transcript of a project. */
export class Transcript {
  readonly #api: Api;

  /** @internal */
  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Reads the transcript in segments.
   *
   * @example
   * ```ts
   * const { segments } = await client.transcript.segments(projectId, { chunk_strategy: 'sentence' });
   * ```
   */
  segments(
    projectId: string,
    query: TranscriptSegmentsQuery = {},
    options: CallOptions = {},
  ): ApiCall<TranscriptSegmentsResult> {
    return this.#api.call('transcript.segments', { path: { projectId }, query }, options);
  }

  /** Corrects the transcript. Phrases that were not found are listed in `unmatched_phrase_replacements`. */
  correct(
    projectId: string,
    params: CorrectTranscriptParams,
    options: CallOptions = {},
  ): ApiCall<CorrectTranscriptResult> {
    return this.#api.call('transcript.correct', { path: { projectId }, body: params }, options);
  }
}
