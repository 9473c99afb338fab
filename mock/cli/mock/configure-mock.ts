import { readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { ConfigurationError } from '../../../src/core/errors/configuration-error.ts';
import { toMessageText } from '../../../src/core/errors/message-text.ts';
import type { Answers } from '../../answers/answers.ts';
import type { Fault } from '../../faults/fault.ts';
import { createMock, type MockOptions } from '../../index.ts';
import type { Mock } from '../../mock.ts';
import type { ClockMode } from '../../time/clock.ts';
import { CommandError } from '../command/command.ts';
import { findSecret, parseApiKey, parseJsonObject, parseList } from '../command/option-values.ts';
import type { CommandProcess } from '../command/process.ts';
import { formatError } from '../log/shown-text.ts';
import { FAULT_EXAMPLE, type MockOptionValues } from './mock-options.ts';

interface ConfiguredMock {
  readonly mock: Mock;
  /** The accepted keys; undefined if any key is accepted. */
  readonly apiKeys: readonly string[] | undefined;
}

export async function configureMock(values: MockOptionValues, process: CommandProcess): Promise<ConfiguredMock> {
  const { 'rate-limit': rateLimit, 'unknown-fields': unknownFields, 'api-key': keys, fault: faults = [] } = values;
  const apiKeys = parseList(keys)?.map(parseApiKey);
  const webhookSecret = findSecret(values['webhook-secret'], process);
  const speed = values.speed === undefined ? undefined : Number(values.speed);
  const mock = createMock({
    // Casts: `createMock` checks the values.
    clock: values.clock as ClockMode,
    unknownFields: unknownFields as MockOptions['unknownFields'],
    speed,
    apiKeys,
    rateLimit,
    webhookSecret,
    answers: values.answers === undefined ? undefined : await readAnswers(values.answers),
  });
  for (const [index, json] of faults.entries()) addFault(mock, json, faults.length > 1 ? ` ${index + 1}` : '');
  return { mock, apiKeys };
}

async function readAnswers(path: string): Promise<Answers> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new CommandError(
      `--answers: ${toMessageText(path)} is not a report of \`clipwright check --out\`: ${formatError(error)}`,
    );
  }
}

/** @param which The number of the fault, if there are several. */
function addFault(mock: Mock, json: string, which: string): void {
  const fault: object = parseJsonObject(`fault${which}`, json, FAULT_EXAMPLE);
  try {
    // Cast: `add` checks the fault.
    mock.faults.add(fault as Fault);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new CommandError(`--fault${which}: ${error.message}`);
  }
}

/** Creates a project from a caption file. Rejects with a `CommandError` if the file cannot be read or parsed. */
export async function seedFromFile(mock: Mock, file: string) {
  const captions = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(`--seed-file: ${formatError(error)}. Give the path of a WebVTT or SRT file.`);
  });
  try {
    const { id } = await mock.seed.project({ name: parse(file).name, captions });
    return { file, projectId: id };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new CommandError(`--seed-file ${file}: ${error.message} Fix the file, or give another file.`);
  }
}
