import { type EventData, eventTypes, type KnownEventType } from '../../../src/contract/event.ts';
import { parseTimestamp } from '../../../src/webhooks/verify.ts';
import { assumptions } from '../../assumptions.ts';
import { anEventType } from '../../deliveries/sample-events.ts';
import { excessOf } from '../../http/request-body.ts';
import { CommandError, usageError, valueOption } from './command.ts';
import type { CommandProcess } from './process.ts';

export const SECRET_VARIABLE = 'CLIPWRIGHT_WEBHOOK_SECRET';

/** The option `--secret`. Its environment variable keeps the secret out of the shell history. */
export const secretOption = valueOption(
  'secret',
  `The secret of the webhook. Default: the environment variable ${SECRET_VARIABLE}.`,
);

export function findSecret(value: string | undefined, { env }: CommandProcess): string | undefined {
  return value ?? (env[SECRET_VARIABLE] || undefined);
}

/** @throws CommandError when the secret is neither given nor in the environment, or is empty. */
export function requireSecret(value: string | undefined, process: CommandProcess): string {
  const secret = findSecret(value, process);
  if (!secret) throw usageError(`The secret is missing. Give --secret, or set ${SECRET_VARIABLE}.`);
  return secret;
}

// The errors of the parsers below never show the value, because it may be a misplaced secret.

/** @throws CommandError when the URL is not an http or https URL, or has a user name or password. */
export function parseHttpUrl(option: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  // `fetch` rejects a URL with a password, and its error message would show the password.
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new CommandError(`--${option} must be an absolute http or https URL without a user name and password.`);
  }
  return url;
}

export function parseEventType(command: string, value: string): KnownEventType {
  const type = eventTypes.find((known) => known === value);
  if (!type) throw usageError(`${command}: the given type ${anEventType(value)}.`);
  return type;
}

/** Parses a comma-separated list. Returns undefined if the option is omitted. */
export function parseList(value: string | undefined): string[] | undefined {
  return value?.split(',').map((entry) => entry.trim());
}

export function parseApiKey(value: string): string {
  if (/^[!-~]+$/.test(value)) return value;
  throw new CommandError('--api-key must consist of printable ASCII characters without spaces.');
}

/** @throws CommandError when the value is not a JSON object, or is nested too deeply to be sent. */
export function parseJsonObject(option: string, json: string, example = '{"project_id":"p1"}'): EventData {
  const value = parseJson(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CommandError(`--${option} must be a JSON object, such as '${example}'.`);
  }
  const excess = excessOf(value, { depth: assumptions.maxBodyDepth.value, values: Number.POSITIVE_INFINITY });
  if (excess) throw new CommandError(`--${option} ${excess}.`);
  // Cast: a JSON object has strings as keys and any values.
  return value as EventData;
}

export function parseWholeNumber(
  option: string,
  value: string,
  { min = 0, max }: { min?: number; max: number },
): number {
  if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
  throw new CommandError(`--${option} must be a whole number from ${min} to ${max}.`);
}

export function parseEventId(option: string, value: string): string {
  if (/^[\x21-\x7e]{1,1000}$/.test(value)) return value;
  throw new CommandError(`--${option} must be 1 to 1000 visible ASCII characters.`);
}

export function parseTime(option: string, value: string): string {
  if (!Number.isNaN(parseTimestamp(value))) return value;
  throw new CommandError(
    `--${option} must be Unix time, such as 1767323045, or ISO 8601 with a zone, such as 2026-01-02T03:04:05Z.`,
  );
}

export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
