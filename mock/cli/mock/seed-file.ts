import { readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { ConfigurationError } from '../../../src/core/errors/configuration-error.ts';
import type { Mock } from '../../mock.ts';
import { CommandError } from '../command/command.ts';
import { formatError } from '../log/format.ts';

/** A project that was created from a caption file. */
export interface Seeded {
  readonly file: string;
  readonly projectId: string;
}

/**
 * Creates a project from a caption file.
 *
 * @throws CommandError when the file cannot be read, or a line of it cannot be parsed.
 */
export async function seedFromFile(mock: Mock, file: string): Promise<Seeded> {
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
