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
  /** The id of the last event that is known. Only later events are read. */
  readonly after?: string | undefined;
  onEvent(event: MockEvent): void;
  onStatus(status: StreamStatus): void;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;

/** Follows a mock's events until the signal is aborted. If the connection breaks, resumes after the last event. */
export async function follow({ control, apiKey, signal, onEvent, onStatus, ...options }: FollowOptions): Promise<void> {
  let { after } = options;
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

/** What the tabs of a browser tell each other. A message with `to` is for one tab. */
type Message =
  | { readonly joins: string }
  | { readonly event: MockEvent; readonly to?: string }
  | { readonly status: StreamStatus };

/**
 * Follows a mock's events like {@link follow}. All tabs of a browser that show the same workspace share one stream,
 * because a browser limits its connections to a host. The tab that holds the lock reads the stream and tells the others.
 *
 * @param name The name of the lock, the same in all of these tabs.
 */
export async function followTogether(name: string, options: FollowOptions): Promise<void> {
  const { signal, onEvent, onStatus } = options;
  // Browsers offer locks only to pages that were loaded over https or from this machine.
  if (!navigator.locks) return follow(options);
  const channel = new BroadcastChannel(name);
  const tell = (message: Message) => channel.postMessage(message);
  const self = crypto.randomUUID();
  let after: string | undefined;
  let hello: MockEvent | undefined;
  let isReader = false;
  /** Whether there are other tabs. Without them, events need no copies. */
  let isShared = false;
  const receive = (event: MockEvent) => {
    after = event.id;
    if (event.type === 'hello') hello = event;
    onEvent(event);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    isShared = true;
    if (isReader) {
      if ('joins' in data && hello && after !== undefined) tell({ to: data.joins, event: { ...hello, id: after } });
    } else if ('status' in data) onStatus(data.status);
    else if ('event' in data && (data.to === undefined || data.to === self)) {
      receive(data.event);
      onStatus('open');
    }
  };
  tell({ joins: self });
  const read = () => {
    isReader = true;
    return follow({
      ...options,
      after,
      onEvent: (event) => {
        receive(event);
        if (isShared) tell({ event });
      },
      onStatus: (status) => {
        onStatus(status);
        if (status === 'lost') tell({ status });
      },
    });
  };
  // The request for the lock rejects if the signal is aborted before the lock is granted.
  await navigator.locks.request(name, { signal }, read).catch(() => undefined);
  channel.close();
}
