import { readFile } from 'node:fs/promises';
import { basename, parse } from 'node:path';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { assumptions } from '../assumptions.ts';
import type { Mock } from '../mock.ts';
import { CommandError } from './command.ts';
import { formatError } from './format.ts';

/**
 * Creates a project from a caption file. Resolves to a message for the user.
 *
 * @throws CommandError when the file cannot be read, or a line of it cannot be parsed.
 */
export async function seedFromFile(mock: Mock, path: string): Promise<string> {
  const captions = await readCaptions(path);
  try {
    const { id } = await mock.seed.project({ name: parse(path).name, captions });
    return `Seeded project ${id} from ${basename(path)} for the API key "${assumptions.defaultApiKey.value}".`;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new CommandError(`--seed-file ${path}: ${error.message} Fix the file, or give another.`);
  }
}

async function readCaptions(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandError(`--seed-file: ${formatError(error)}. Give the path of a WebVTT or SRT file.`);
  }
}
