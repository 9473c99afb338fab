import { usageError } from '../command/command.ts';
import type { MockOptionValues } from './mock-options.ts';

const modes = ['quiet', 'verbose', 'json'] as const;

/** How much `clipwright mock` prints, and in which form. */
export type OutputMode = (typeof modes)[number] | 'lines';

/** @throws CommandError when there are several. */
export function readOutputMode(values: MockOptionValues): OutputMode {
  const [mode = 'lines', other] = modes.filter((name) => values[name]);
  if (other) throw usageError(`mock: --${mode} and --${other} exclude each other. Give one of them.`);
  return mode;
}
