import type { Project } from '../src/contract/project.ts';
import { ConfigurationError } from '../src/core/errors/configuration-error.ts';
import type { Complete } from './complete.ts';
import type { Context } from './context.ts';
import { projectView, startProject } from './services/projects.ts';
import { addRecording } from './timeline.ts';
import { readCaptionFile } from './words/caption-file.ts';
import type { SourceCue } from './words/source-words.ts';

/** What a seeded project is made of. */
export interface SeedProjectOptions {
  /** The project's name, at least one character. */
  readonly name: string;
  /** A WebVTT or SRT text; an empty project if left out. */
  readonly captions?: string;
  /** The workspace's API key; the mock's first one if left out. */
  readonly apiKey?: string;
}

type SeedContext = Pick<Context, 'workspace' | 'now' | 'origin' | 'emit'>;

/** Reads the captions first, and makes the project once that has gone well. */
export async function seedProject(
  { name, captions }: SeedProjectOptions,
  unitsPerSecond: number,
  open: (make: (context: SeedContext) => Complete<Project>) => Complete<Project>,
): Promise<Complete<Project>> {
  if (typeof name !== 'string' || name === '') throw new ConfigurationError('name', 'must be a text, not empty.');
  const cues = captions === undefined ? undefined : await readCaptionFile(captions, 'captions', unitsPerSecond);
  return open((context) => {
    const project = startProject({ name }, context);
    if (cues) addRecording(project, lengthOf(cues), cues, context);
    return projectView(project, context);
  });
}

function lengthOf(cues: readonly SourceCue[]): number {
  return cues.reduce((length, cue) => Math.max(length, cue.at(-1)?.end ?? 0), 0);
}
