import { signal } from '@preact/signals';
import { messageOf } from '../data/texts.ts';
import { Status } from './status.tsx';

/** How long there is no message before the next one, in milliseconds, so that the same text is read out again. */
const PAUSE_MS = 100;

const message = signal('');
const refusal = signal<string | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Makes screen readers read out a message. */
export function announce(text: string): void {
  message.value = '';
  clearTimeout(timer);
  timer = setTimeout(() => {
    message.value = text;
  }, PAUSE_MS);
}

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
          <p>
            <Status outcome="failed">{refusal.value}</Status>
          </p>
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
