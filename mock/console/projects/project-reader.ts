import { effect, type Signal, signal } from '@preact/signals';
import type { ProjectContent } from 'clipwright/mock';
import { type MockStore, type ProjectChange, throttle } from '../data/mock-store.ts';
import { messageOf } from '../data/texts.ts';

/** The minimum time between two reads of a project, in milliseconds. */
const READ_AGAIN_MS = 200;

/** Keeps the content of a project up to date. */
export class ProjectReader {
  readonly content: Signal<ProjectContent | undefined> = signal();
  /** Why the last read failed. */
  readonly error: Signal<string | undefined> = signal();
  readonly #store: MockStore;
  readonly #id: string;
  readonly #readSoon = throttle(() => this.read(), READ_AGAIN_MS);
  #readings = 0;
  /** The number of the reading whose result is in `content`. */
  #shown = 0;

  constructor(store: MockStore, id: string) {
    this.#store = store;
    this.#id = id;
  }

  /** Reads the project. A result that arrives after that of a later reading is ignored. */
  async read(): Promise<void> {
    this.#readings += 1;
    const reading = this.#readings;
    try {
      const { control, scope } = this.#store;
      const content = await control.call('state.project', { id: this.#id, scope });
      if (reading < this.#shown) return;
      this.#shown = reading;
      this.content.value = content;
      this.error.value = undefined;
    } catch (error) {
      this.error.value = messageOf(error);
    }
  }

  /** Reads the project whenever it may have changed, until the returned function is called. */
  follow(): () => void {
    const { values, projectChanges, timesReplaced } = this.#store;
    const stopReplacements = timesReplaced.subscribe(() => this.#readSoon());
    const seen = projectChanges.peek();
    let before = seen.at(-1);
    const stopChanges = effect(() => {
      if (projectChanges.value === seen) return;
      for (const change of projectChanges.value) {
        if (isConcerned(this.#id, this.content.peek()?.revision ?? -1, change, before)) this.#readSoon();
        before = change;
      }
    });
    // A reset removes the project from the list, and restoring a snapshot can bring it back.
    const stopList = effect(() => {
      const isListed = values.projects.value?.some(({ id }) => id === this.#id);
      if (isListed === false) this.content.value = undefined;
      else if (isListed && !this.content.peek()) this.#readSoon();
    });
    return () => {
      stopReplacements();
      stopChanges();
      stopList();
    };
  }
}

/** Returns whether `change`, or a missed change between `before` and `change`, may have changed the project. */
export function isConcerned(id: string, readAt: number, change: ProjectChange, before?: ProjectChange): boolean {
  const { projectId, revision } = change;
  if (projectId !== null && projectId !== id) return before !== undefined && revision > before.revision + 1;
  return projectId === null || revision > readAt;
}

/**
 * Returns the path of an image's URL, because the page may only load files from its own origin. Reduces slashes at the
 * start of the path to one, because `//` would begin a host name.
 */
export function imagePath(url: string | null): string | undefined {
  return url !== null && URL.canParse(url) ? new URL(url).pathname.replace(/^\/+/, '/') : undefined;
}
