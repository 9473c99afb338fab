import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { KnownEventType } from '../../../src/contract/event.ts';
import { longestTimer } from '../../../src/core/async/cancellation.ts';
import { toMessageText } from '../../../src/core/errors/message-text.ts';
import { asCommandError, defineCommand, valueOption } from '../command/command.ts';
import { parseHttpUrl } from '../command/option-values.ts';
import { type CommandProcess, endNow, ignoreOutputErrors, stopSignal } from '../command/process.ts';
import {
  connectToMock,
  deliveryOptions,
  parseLast,
  parseTypes,
  type RunningMock,
  runningMockOptions,
} from '../command/running-mock.ts';
import { BoundedOutput, missingLine } from '../log/bounded-output.ts';
import { createLayout } from '../log/layout.ts';
import { forwardEvents } from './forward.ts';
import { type Forwarding, type Heard, hear, open } from './hear.ts';
import { Interactive } from './interactive.ts';
import { createJsonLines, createLines, type Lines } from './lines.ts';

interface Wanted {
  readonly receiver: URL | undefined;
  readonly types: readonly KnownEventType[];
  readonly output: Pick<ViewOptions, 'isJson' | 'last'>;
}

export const listen = defineCommand({
  summary: 'Shows the webhook deliveries of a running mock until it is stopped, and forwards them to your receiver.',
  options: {
    forward: valueOption(
      'url',
      'The URL of the receiver. `listen` registers a webhook for it. Without this option, nothing is forwarded.',
    ),
    ...runningMockOptions,
    ...deliveryOptions,
    json: { type: 'boolean', help: 'Prints a JSON object per line: the base URL of the mock, then each delivery.' },
  },
  examples: [
    'npx clipwright listen',
    'npx clipwright listen --forward http://127.0.0.1:3000/webhooks',
    'npx clipwright listen --events export.ready,export.failed --json',
  ],
  notes:
    'On a terminal, the arrow keys select a delivery, Enter opens it, r sends it again, q stops, and ? lists the keys.',
  async run({ forward, events, last, json: isJson = false, ...target }, _, process) {
    ignoreOutputErrors(process);
    const receiver = forward === undefined ? undefined : parseHttpUrl('forward', forward);
    const wanted = { receiver, types: parseTypes('listen', events), output: { isJson, last: parseLast(last) } };
    const forwarding = await listenUntilStopped(await connectToMock(target), wanted, process);
    if (forwarding && !isJson) process.stdout.write(`${stoppedNote(forwarding)}\n`);
    // Do not wait for an attempt that the user started.
    return endNow(process, 0);
  },
});

/** Listens until the user stops the command. Resolves to the webhook that is still registered, if any. */
async function listenUntilStopped(
  running: RunningMock,
  wanted: Wanted,
  process: CommandProcess,
): Promise<Forwarding | undefined> {
  const { receiver, types, output } = wanted;
  const stop = new AbortController();
  const { mock } = running;
  // Keeps the process alive while it waits for a mock that is restarting.
  const alive = setInterval(() => {}, longestTimer);
  const source = { mock, isWanted: (type: string) => types.some((each) => each === type) };
  try {
    // Listen before registering the webhook, because an event may occur as soon as the webhook is registered.
    const opened = await open(source, stop.signal);
    using forwarded = receiver && (await forwardEvents(running, receiver, types));
    const forwarding = forwarded?.forwarding;
    // Handle signals before printing, because a program that reads the output may stop this process immediately.
    void stopSignal(process).then(() => stop.abort());
    using view = createView(running, { ...output, stop: () => stop.abort() }, process);
    view.show({ type: 'listening', baseUrl: mock.baseUrl, forwarding });
    let isUnregistered = false;
    const showAll = async () => {
      for await (const heard of hear(source, opened, forwarding?.url)) {
        if ('isUnregistered' in heard) ({ isUnregistered } = heard);
        view.show(heard);
      }
    };
    // Don't wait for a mock that does not respond after the user has stopped the command.
    await Promise.race([showAll(), once(stop.signal, 'abort')]);
    return isUnregistered ? undefined : forwarding;
  } finally {
    stop.abort();
    clearInterval(alive);
  }
}

function stoppedNote({ webhookId }: Forwarding): string {
  return (
    `Stopped. The mock keeps the webhook ${toMessageText(webhookId)}, because the API cannot delete webhooks. ` +
    'Deliveries to this webhook fail until `listen` runs again and reuses it.'
  );
}

interface ListenView extends Disposable {
  show(heard: Heard): void;
}

interface ViewOptions {
  readonly isJson: boolean;
  readonly last: number;
  readonly stop: () => void;
}

function createView(
  { mock, shown }: RunningMock,
  { isJson, last, stop }: ViewOptions,
  { stdin: input, stdout: output, env }: CommandProcess,
): ListenView {
  if (isJson) return createJsonView(createJsonLines(shown, last), output);
  const lines = createLines({ shown, layOut: createLayout(output), last });
  if (!input.isTTY || !output.isTTY || env.TERM === 'dumb') return plainView(lines, output, missingLine);
  const send = (id: string) =>
    mock.redeliver(id).catch((error: unknown) => {
      throw asCommandError(error);
    });
  return new Interactive({ input, output, shown, lines, stop, send });
}

/** Replaces dropped lines with a `gap` line, which repeats `isUnregistered` because a dropped line may have set it. */
export function createJsonView(lines: Lines, stream: Writable): ListenView {
  return plainView(lines, stream, (missed, isUnregistered) => JSON.stringify({ type: 'gap', missed, isUnregistered }));
}

function plainView(
  lines: Lines,
  stream: Writable,
  explainMissing: (count: number, isUnregistered: boolean) => string,
): ListenView {
  let isUnregistered = false;
  const output = new BoundedOutput(stream, (count) => explainMissing(count, isUnregistered));
  return {
    show(heard) {
      if ('isUnregistered' in heard) ({ isUnregistered } = heard);
      for (const line of lines(heard)) output.write(() => line);
    },
    [Symbol.dispose]() {},
  };
}
