import type { ConfigurationError } from '../../../src/core/errors/configuration-error.ts';
import { toMessageText } from '../../../src/core/errors/message-text.ts';
import { CommandError } from './command.ts';

/**
 * The error as on the command line: `rateLimit` is `--rate-limit` there.
 *
 * @param names What else has another name there.
 */
export function optionError(
  { option, message }: ConfigurationError,
  names: Readonly<Record<string, string>> = {},
): CommandError {
  const name = names[option] ?? option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return new CommandError(toMessageText(`--${name}${message.slice(option.length)}`));
}
