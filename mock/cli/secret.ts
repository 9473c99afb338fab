import { type CommandOption, usageError } from './command.ts';

const VARIABLE = 'CLIPWRIGHT_WEBHOOK_SECRET';

/** The option `--secret`, which an environment variable can stand in for: that one leaves no trace in a shell's history. */
export const secretOption = {
  type: 'string',
  value: 'secret',
  help: `The webhook's secret; ${VARIABLE} in the environment does as well.`,
} as const satisfies CommandOption;

/** @throws CommandError when there is no secret, or an empty one. */
export function requireSecret(given: string | undefined): string {
  const secret = given ?? process.env[VARIABLE];
  if (!secret) throw usageError(`The secret is missing. Give --secret, or set ${VARIABLE}.`);
  return secret;
}
