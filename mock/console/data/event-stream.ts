import type { MockEvent } from 'clipwright/mock';
import { sleep } from '../../../src/core/async/cancellation.ts';
import type { ControlClient } from '../../remote/control-client.ts';
import { readStream } from '../../remote/server-sent-events.ts';

export type StreamStatus = 'connecting' | 'open' | 'lost';

interface FollowOptions {
  readonly control: ControlClient;
  /** The API key of the workspace to follow; undefined for all workspaces. */
  readonly apiKey: string | undefined;
  readonly signal: AbortSignal;
  onEvent(event: MockEvent): void;
  onStatus(status: StreamStatus): void;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;

/** Follows a mock's events until the signal is aborted. If the connection breaks, resumes after the last event. */
export async function follow({ control, apiKey, signal, onEvent, onStatus }: FollowOptions): Promise<void> {
  let after: string | undefined;
  let delay = FIRST_DELAY_MS;
  while (!signal.aborted) {
    try {
      for await (const event of readStream(control, { apiKey, after, signal })) {
        if (after === undefined || event.type !== 'hello') onEvent(event);
        after = event.id;
        delay = FIRST_DELAY_MS;
        onStatus('open');
      }
    } catch {
      // Ignore the error, because `onStatus` reports the broken connection and the mock may come back.
    }
    if (signal.aborted) return;
    onStatus('lost');
    await sleep(delay, signal).catch(() => undefined);
    delay = Math.min(delay * 2, LONGEST_DELAY_MS);
  }
}
