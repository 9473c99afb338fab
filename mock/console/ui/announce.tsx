import { signal } from '@preact/signals';
import { messageOf } from '../data/texts.ts';

/** How long a message waits for one that replaces it, in milliseconds: screen readers are not to read each of many. */
const PAUSE_MS = 2000;

const message = signal('');
const refusal = signal<string | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Has screen readers say what has changed. */
export function announce(text: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    message.value = text;
  }, PAUSE_MS);
}

/** Shows why something was refused. */
export function showRefusal(error: unknown): void {
  refusal.value = messageOf(error);
}

export function Announcements() {
  return (
    <>
      <p class="visually-hidden" role="status">
        {message.value}
      </p>
      {refusal.value !== undefined && (
        <div class="refusal" role="alert">
          <p>{refusal.value}</p>
          <button
            type="button"
            onClick={() => {
              refusal.value = undefined;
            }}
          >
            Close
          </button>
        </div>
      )}
    </>
  );
}
