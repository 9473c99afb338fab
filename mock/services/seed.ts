import type { Project } from '../../src/contract/project.ts';
import { aNonEmptyString, aString, type Checks, requireFields, requireValue } from '../../src/core/options/checks.ts';
import type { DeepRequired } from '../api/deep-required.ts';
import type { Emit } from '../deliveries/emit.ts';
import type { Store } from '../state/store.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Clock } from '../time/clock.ts';
import { readCaptionFile } from '../words/caption-file.ts';
import type { SourceCue } from '../words/source-words.ts';
import type { Context } from './context.ts';
import { projectView, startProject } from './projects.ts';
import { addRecording } from './timeline.ts';

/** What a seeded project is made of. */
export interface SeedProjectOptions {
  /** The project's name, at least one character. */
  readonly name: string;
  /** A WebVTT or SRT text; an empty project if left out. */
  readonly captions?: string;
  /** The workspace's API key; the mock's first one if left out. */
  readonly apiKey?: string;
}

/** What seeding works with. */
export interface SeedDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly unitsPerSecond: number;
  /** Where the addresses in answers begin. */
  origin(): string;
  workspaceOf(apiKey: string | undefined): Workspace;
}

/** Makes things exist. */
export class MockSeed {
  readonly #deps: SeedDeps;

  /** @internal */
  constructor(parts: SeedDeps) {
    this.#deps = parts;
  }

  /**
   * A project with a video, an audio and a caption item for each cue of a WebVTT or SRT text.
   *
   * @throws ConfigurationError that names the line of a text that cannot be read; nothing is made then.
   */
  async project(options: SeedProjectOptions): Promise<DeepRequired<Project>> {
    requireFields(options, checks);
    const { name, captions, apiKey } = options;
    requireValue('name', name, checks.name);
    const { unitsPerSecond } = this.#deps;
    const cues = captions === undefined ? undefined : await readCaptionFile(captions, 'captions', unitsPerSecond);
    const context = this.#contextFor(apiKey);
    this.#deps.store.keep(context.workspace);
    const project = startProject({ name }, context);
    if (cues) addRecording(project, lengthOf(cues), cues, context);
    return projectView(project, context);
  }

  #contextFor(apiKey: string | undefined): Pick<Context, 'workspace' | 'now' | 'origin' | 'emit'> {
    const { clock, emit, origin, workspaceOf } = this.#deps;
    const workspace = workspaceOf(apiKey);
    const now = clock.now();
    return { workspace, now, origin: origin(), emit: (type, data) => void emit(workspace, type, data, now) };
  }
}

const checks: Checks<SeedProjectOptions> = {
  name: aNonEmptyString,
  captions: aString,
  apiKey: aNonEmptyString,
};

function lengthOf(cues: readonly SourceCue[]): number {
  return cues.reduce((length, cue) => Math.max(length, cue.at(-1)?.end ?? 0), 0);
}
