import type { KnownEventType } from '../../../src/contract/event.ts';
import { toMessageText } from '../../../src/core/errors/message-text.ts';
import { defineCommand, valueOption } from '../command/command.ts';
import { parseHttpUrl } from '../command/option-values.ts';
import { type CommandProcess, endNow, ignoreOutputErrors, stopSignal } from '../command/process.ts';
import {
  connectToMock,
  deliveryOptions,
  isOneOf,
  parseLast,
  parseTypes,
  type RunningMock,
  runningMockOptions,
  withCommandErrors,
} from '../command/running-mock.ts';
import { forwardEvents } from './forward.ts';
import { type Forwarding, hear, open } from './hear.ts';
import { createView, type ViewOptions } from './listen-view.ts';

interface Wanted {
  readonly receiver: URL | undefined;
  readonly types: readonly KnownEventType[];
  readonly output: Pick<ViewOptions, 'isJson' | 'last'>;
}

/** `clipwright listen`: shows the deliveries of a running mock until it is stopped, and can forward them. */
export const listen = defineCommand({
  summary: 'Shows the webhook deliveries of a running mock until it is stopped, and forwards them to your receiver.',
  options: {
    forward: valueOption(
      'url',
      'The URL of the receiver, for which a webhook is registered. Without it, nothing is forwarded.',
    ),
    ...runningMockOptions,
    ...deliveryOptions,
    json: { type: 'boolean', help: 'Prints a JSON object per line: the base URL of the mock, then each delivery.' },
  },
  notes:
    'On a terminal, the arrow keys walk through the deliveries, Enter opens one, r sends it again, q stops, and ? lists the keys.',
  async run({ forward, events, last, json: isJson = false, ...target }, _, process) {
    ignoreOutputErrors(process);
    const receiver = forward === undefined ? undefined : parseHttpUrl('forward', forward);
    const wanted = { receiver, types: parseTypes('listen', events), output: { isJson, last: parseLast(last) } };
    const forwarding = await listenUntilStopped(await connectToMock(target), wanted, process);
    if (forwarding && !isJson) process.stdout.write(`${stoppedNote(forwarding)}\n`);
    // An attempt started by a key may still be in progress.
    return endNow(process, 0);
  },
});

/** Returns the webhook that the mock still delivers to, if there is one. */
async function listenUntilStopped(
  running: RunningMock,
  wanted: Wanted,
  process: CommandProcess,
): Promise<Forwarding | undefined> {
  const { receiver, types, output } = wanted;
  const stop = new AbortController();
  const { mock } = running;
  const source = { mock, isWanted: isOneOf(types) };
  try {
    // Open before registering the webhook: a program may wait for the webhook, and its first event must be seen as new.
    const opened = await withCommandErrors(open(source, stop.signal));
    using forwarded = receiver && (await forwardEvents(running, receiver, types));
    const forwarding = forwarded?.forwarding;
    // Handle signals before printing: a program that reads the output may stop this one immediately.
    void stopSignal(process).then(() => stop.abort());
    using view = createView(running, { ...output, stop: () => stop.abort() }, process);
    view.show({ type: 'listening', baseUrl: mock.baseUrl, forwarding });
    let isUnregistered = false;
    const showAll = async () => {
      for await (const heard of hear(source, opened, forwarding?.url)) {
        if (heard.type === 'reset' || heard.type === 'gap') ({ isUnregistered } = heard);
        view.show(heard);
      }
    };
    // Stopping does not wait for a mock that does not respond.
    await Promise.race([withCommandErrors(showAll()), aborted(stop.signal)]);
    return isUnregistered ? undefined : forwarding;
  } finally {
    stop.abort();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function stoppedNote({ webhookId }: Forwarding): string {
  return (
    `Stopped. The mock keeps the webhook ${toMessageText(webhookId)}, because the API cannot delete webhooks: ` +
    'deliveries to it fail until the mock is stopped or reset.'
  );
}
