import process from 'node:process';
import type { Heard } from './listen/heard.ts';
import { Interactive } from './listen/interactive.ts';
import { createJsonLines } from './listen/json-lines.ts';
import { createLines, type Lines } from './listen/lines.ts';
import { BoundedOutput, missingJson, missingLine } from './log/bounded-output.ts';
import { createLayout } from './log/layout.ts';
import { inWords, type RunningMock } from './running-mock.ts';

/** Where `clipwright listen` shows what it hears. */
export interface ListenView {
  show(heard: Heard): void;
  /** Gives the terminal back. */
  [Symbol.dispose](): void;
}

/** What the view is asked for. */
export interface ViewOptions {
  readonly isJson: boolean;
  /** How many of the earlier deliveries are shown. */
  readonly last: number;
  readonly stop: () => void;
}

/** Lines of JSON, lines for a file, or a terminal with keys. */
export function createView({ mock, shown }: RunningMock, { isJson, last, stop }: ViewOptions): ListenView {
  if (isJson) return plainView(createJsonLines(shown, last), missingJson);
  const lines = createLines({ shown, layOut: createLayout(process.stdout), last });
  const { stdin: input, stdout: output } = process;
  if (!input.isTTY || !output.isTTY || process.env.TERM === 'dumb') return plainView(lines, missingLine);
  const view = new Interactive({ input, output, shown, lines, stop, send: (id) => inWords(mock.redeliver(id)) });
  view.open();
  return { show: (heard) => view.show(heard), [Symbol.dispose]: () => view.close() };
}

function plainView(lines: Lines, explainMissing: (count: number) => string): ListenView {
  const output = new BoundedOutput(process.stdout, explainMissing);
  return {
    show(heard) {
      for (const line of lines(heard)) output.write(() => line);
    },
    [Symbol.dispose]() {},
  };
}
