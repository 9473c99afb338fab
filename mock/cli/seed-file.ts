import { readFile } from 'node:fs/promises';
import { basename, parse } from 'node:path';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { assumptions } from '../assumptions.ts';
import type { Mock } from '../mock.ts';
import { CommandError } from './command.ts';

/**
 * Makes a project of a caption file, and tells of it in a sentence.
 *
 * @throws CommandError when the file cannot be read, or holds no captions; it names the line.
 */
export async function seedFromFile(mock: Mock, path: string): Promise<string> {
  const captions = await contentOf(path);
  try {
    const { id } = await mock.seed.project({ name: parse(path).name, captions });
    return `Seeded project ${id} from ${basename(path)} for the API key "${assumptions.defaultApiKey.value}".`;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new CommandError(`--seed-file ${path}: ${error.message} Mend the file, or give another.`);
  }
}

async function contentOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandError(`--seed-file: ${(error as Error).message}. Give the path of a WebVTT or SRT file.`);
  }
}
