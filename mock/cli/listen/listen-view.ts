import type { Writable } from 'node:stream';
import type { CommandProcess } from '../command/process.ts';
import { type RunningMock, withCommandErrors } from '../command/running-mock.ts';
import { BoundedOutput, missingLine } from '../log/bounded-output.ts';
import { createLayout } from '../log/layout.ts';
import type { Heard } from './hear.ts';
import { Interactive } from './interactive.ts';
import { createJsonLines, createLines, type Lines } from './lines.ts';

interface ListenView extends Disposable {
  show(heard: Heard): void;
}

export interface ViewOptions {
  readonly isJson: boolean;
  readonly last: number;
  readonly stop: () => void;
}

/** Creates a view that writes JSON lines, lines for a file, or an interactive terminal. */
export function createView(
  { mock, shown }: RunningMock,
  { isJson, last, stop }: ViewOptions,
  { stdin: input, stdout: output, env }: CommandProcess,
): ListenView {
  if (isJson) return createJsonView(createJsonLines(shown, last), output);
  const lines = createLines({ shown, layOut: createLayout(output), last });
  if (!input.isTTY || !output.isTTY || env.TERM === 'dumb') return plainView(lines, output, missingLine);
  const send = (id: string) => withCommandErrors(mock.redeliver(id));
  const view = new Interactive({ input, output, shown, lines, stop, send });
  view.open();
  return { show: (heard) => view.show(heard), [Symbol.dispose]: () => view.close() };
}

/**
 * A slow reader gets a `gap` instead of the missing lines. It repeats `isUnregistered`, which may have been in a
 * missing line.
 */
export function createJsonView(lines: Lines, stream: Writable): ListenView {
  let isUnregistered = false;
  const view = plainView(lines, stream, (missed) => JSON.stringify({ type: 'gap', missed, isUnregistered }));
  return {
    ...view,
    show(heard) {
      if (heard.type === 'reset' || heard.type === 'gap') ({ isUnregistered } = heard);
      view.show(heard);
    },
  };
}

function plainView(lines: Lines, stream: Writable, explainMissing: (count: number) => string): ListenView {
  const output = new BoundedOutput(stream, explainMissing);
  return {
    show(heard) {
      for (const line of lines(heard)) output.write(() => line);
    },
    [Symbol.dispose]() {},
  };
}
