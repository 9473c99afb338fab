import { readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { ConfigurationError } from '../../../src/core/errors/configuration-error.ts';
import type { Fault } from '../../faults/fault.ts';
import { createMock, type MockOptions } from '../../index.ts';
import type { Mock } from '../../mock.ts';
import type { ClockMode } from '../../time/clock.ts';
import { asCommandError, CommandError } from '../command/command.ts';
import { findSecret, parseApiKey, parseChoice, parseJsonObject, parseList } from '../command/option-values.ts';
import type { CommandProcess } from '../command/process.ts';
import { formatError } from '../log/shown-text.ts';
import { FAULT_EXAMPLE, type MockOptionValues } from './mock-options.ts';

interface ConfiguredMock {
  readonly mock: Mock;
  /** Undefined if any key is accepted. */
  readonly apiKeys: readonly string[] | undefined;
  /** The speed of the mock's clock relative to real time; 0 if it does not run by itself. */
  readonly speed: number;
}

/** @throws CommandError that uses the option's name on the command line. */
export function configureMock(values: MockOptionValues, process: CommandProcess): ConfiguredMock {
  const { 'rate-limit': rateLimit, 'api-key': keys, fault: faults = [] } = values;
  const apiKeys = keys === undefined ? undefined : parseList(keys).map(parseApiKey);
  const webhookSecret = findSecret(values['webhook-secret'], process);
  const time = readTime(values);
  const mock = create({ ...time, apiKeys, rateLimit, webhookSecret });
  for (const [index, json] of faults.entries()) addFault(mock, json, faults.length > 1 ? ` ${index + 1}` : '');
  return { mock, apiKeys, speed: time.clock === 'realtime' ? (time.speed ?? 1) : 0 };
}

const clocks = ['realtime', 'manual', 'stepped'] as const satisfies ClockMode[];

function readTime({ clock: mode, speed }: MockOptionValues): { clock: ClockMode; speed: number | undefined } {
  const clock = parseChoice('clock', mode, clocks);
  if (speed === undefined) return { clock, speed };
  if (clock === 'realtime') return { clock, speed: Number(speed) };
  throw new CommandError(
    `--speed is for --clock realtime: a ${clock} clock does not run by itself. Leave out one of them.`,
  );
}

function create(options: MockOptions): Mock {
  try {
    return createMock(options);
  } catch (error) {
    throw asCommandError(error);
  }
}

/** @param which The number of the fault, if there are several. */
function addFault(mock: Mock, json: string, which: string): void {
  // Cast: `add` checks that it is a fault.
  const fault = parseJsonObject(`fault${which}`, json, FAULT_EXAMPLE) as Fault;
  try {
    mock.faults.add(fault);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new CommandError(`--fault${which}: ${error.message}`);
  }
}

/**
 * Creates a project from a caption file.
 *
 * @throws CommandError when the file cannot be read, or one of its lines cannot be parsed.
 */
export async function seedFromFile(
  mock: Mock,
  file: string,
): Promise<{ readonly file: string; readonly projectId: string }> {
  const captions = await readCaptions(file);
  try {
    const { id } = await mock.seed.project({ name: parse(file).name, captions });
    return { file, projectId: id };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new CommandError(`--seed-file ${file}: ${error.message} Fix the file, or give another.`);
  }
}

async function readCaptions(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandError(`--seed-file: ${formatError(error)}. Give the path of a WebVTT or SRT file.`);
  }
}
