import type {
  CorrectTranscriptParams,
  CorrectTranscriptResult,
  TranscriptSegmentsQuery,
  TranscriptSegmentsResult,
} from '../contract/transcript.ts';
import type { Api } from '../core/call/api.ts';
import type { ReadOptions, WriteOptions } from '../core/options/options.ts';
import type { ApiCall } from '../core/results/api-call.ts';

/** The transcript of a project. */
export class Transcript {
  readonly #api: Api;

  /** @internal */
  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Reads the transcript in segments. Times and `max_chunk_seconds` are in seconds.
   *
   * @example
   * ```ts
   * const { segments } = await client.transcript.segments(projectId, { chunk_strategy: 'sentence' });
   * ```
   */
  segments(
    projectId: string,
    query: TranscriptSegmentsQuery = {},
    options: ReadOptions = {},
  ): ApiCall<TranscriptSegmentsResult> {
    return this.#api.call('transcript.segments', { path: { projectId }, query }, options);
  }

  /**
   * Corrects the transcript, and with it the captions. Phrases that were not found are listed in
   * `unmatched_phrase_replacements`. In the mock, the new words share the time of the old words, and an empty
   * `to_words` deletes the phrase.
   *
   * @example
   * ```ts
   * const phrase_replacements = [{ from_words: ['so', 'conceived'], to_words: ['thus', 'made'] }];
   * const { replacements_applied } = await client.transcript.correct(projectId, { phrase_replacements });
   * ```
   */
  correct(
    projectId: string,
    params: CorrectTranscriptParams,
    options: WriteOptions = {},
  ): ApiCall<CorrectTranscriptResult> {
    return this.#api.call('transcript.correct', { path: { projectId }, body: params }, options);
  }
}
