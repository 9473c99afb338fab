import type { Caption, ListCaptionsQuery, ListCaptionsResult } from '../contract/caption.ts';
import type { ListWordsQuery, ListWordsResult, Word } from '../contract/word.ts';
import type {
  MergeWordsParams,
  RetimeWordsParams,
  RetimeWordsResult,
  SplitWordParams,
  WordEditResult,
} from '../contract/word-edit.ts';
import type { Api } from '../core/call/api.ts';
import type { ListOptions, WriteOptions } from '../core/options/options.ts';
import type { ApiCall } from '../core/results/api-call.ts';
import type { PageList } from '../core/results/page-list.ts';

/** The captions of projects. */
export class Captions {
  /** The words of the captions: list, split, merge and retime them. */
  readonly words: CaptionWords;
  readonly #api: Api;

  /** @internal */
  constructor(api: Api) {
    this.words = new CaptionWords(api);
    this.#api = api;
  }

  /**
   * Lists the captions with their words. Await the list for a page, or iterate over it for every caption. Times are in
   * seconds (in the mock, from the start of the timeline), and fields are in snake case.
   *
   * @example
   * ```ts
   * for await (const caption of client.captions.list(projectId)) console.log(caption.start_seconds, caption.text);
   * ```
   */
  list(
    projectId: string,
    query: ListCaptionsQuery = {},
    options: ListOptions = {},
  ): PageList<Caption, ListCaptionsResult> {
    return this.#api.list('captions.list', { path: { projectId }, query }, options);
  }
}

/** The words of a project's captions. */
export class CaptionWords {
  readonly #api: Api;

  /** @internal */
  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Lists all words, or those that match the query. Await the list for a page, or iterate over it for every word. Times
   * are in seconds (in the mock, from the start of the timeline), and fields are in camel case.
   *
   * @example
   * ```ts
   * for await (const word of client.captions.words.list(projectId, { match_text: 'nation' })) {
   *   console.log(word.startSeconds, word.word);
   * }
   * ```
   */
  list(projectId: string, query: ListWordsQuery = {}, options: ListOptions = {}): PageList<Word, ListWordsResult> {
    return this.#api.list('captions.words.list', { path: { projectId }, query }, options);
  }

  /**
   * Splits a word, or replaces its text if you pass only one word. In the mock, the new words share the time of the old
   * word and have new ids (see `split_word_ids`). The times in the response's `words` are in units, not seconds.
   *
   * @example
   * ```ts
   * await client.captions.words.split(projectId, { word_id: wordId, words: ['Fellow-', 'countrymen:'] });
   * ```
   */
  split(projectId: string, params: SplitWordParams, options: WriteOptions = {}): ApiCall<WordEditResult> {
    return this.#api.call('captions.words.split', { path: { projectId }, body: params }, options);
  }

  /**
   * Merges adjacent words into one. The mock joins them with a space (`every` and `thing` become `every thing`); the
   * specification does not say how the service joins them. The times in the response's `words` are in units, not
   * seconds.
   *
   * @example
   * ```ts
   * const { merged_word_id } = await client.captions.words.merge(projectId, { word_ids: [firstId, secondId] });
   * ```
   */
  merge(projectId: string, params: MergeWordsParams, options: WriteOptions = {}): ApiCall<WordEditResult> {
    return this.#api.call('captions.words.merge', { path: { projectId }, body: params }, options);
  }

  /**
   * Sets the times of words, in seconds (in the mock, from the start of the timeline). The response's `updates` contain
   * the old and the new times.
   *
   * @example
   * ```ts
   * const updates = [{ word_id: wordId, start_seconds: 0.5, end_seconds: 1.75 }];
   * await client.captions.words.retime(projectId, { updates });
   * ```
   */
  retime(projectId: string, params: RetimeWordsParams, options: WriteOptions = {}): ApiCall<RetimeWordsResult> {
    return this.#api.call('captions.words.retime', { path: { projectId }, body: params }, options);
  }
}
