import { CommandError } from './command.ts';

/** @throws CommandError when the option's text is no whole number from `min` to `max`. */
export function wholeNumber(option: string, text: string, max: number, min = 0): number {
  if (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  throw new CommandError(`--${option} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}
