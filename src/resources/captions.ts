import type { Caption, ListCaptionsQuery, ListCaptionsResult } from '../contract/caption.ts';
import type { Api } from '../core/call/api.ts';
import type { ListOptions } from '../core/options/options.ts';
import type { PageList } from '../core/results/page-list.ts';
import { CaptionWords } from './caption-words.ts';

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
   * Lists the captions with their words. Await the list for a page, or iterate it for every caption. Times are in seconds
   * (in the mock, from the start of the timeline), and fields in snake case.
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
