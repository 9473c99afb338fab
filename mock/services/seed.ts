import type { Project } from '../../src/contract/project.ts';
import type { Emit } from '../deliveries/deliveries.ts';
import { refusedAs } from '../http/errors.ts';
import type { DeepRequired } from '../http/response.ts';
import type { StateDeps } from '../state/mock-state.ts';
import { requireSeedOptions, type SeedProjectOptions } from '../state/seed-options.ts';
import { projectView } from '../state/views.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Changes } from '../stream/changes.ts';
import { parseCaptionFile } from '../words/caption-file.ts';
import type { TimedCue } from '../words/cues.ts';
import type { Context } from './context.ts';
import { startProject } from './projects.ts';
import { addRecording } from './timeline.ts';

interface SeedDeps extends StateDeps {
  readonly emit: Emit;
  readonly changes: Changes;
  workspaceOf(apiKey: string | undefined): Workspace;
}

/** Creates state directly, without requests. */
export class MockSeed {
  readonly #deps: SeedDeps;

  /** @internal */
  constructor(deps: SeedDeps) {
    this.#deps = deps;
  }

  /**
   * Creates a project and emits `project.created`. With `captions`, the project has a video item, an audio item, and a
   * caption item for each cue of the WebVTT or SRT file; without `captions`, it is empty.
   *
   * @throws ConfigurationError that names the unknown or invalid option or the line that cannot be parsed, or when the
   * key is new and there are too many workspaces. Nothing is created in that case.
   */
  async project(options: SeedProjectOptions): Promise<DeepRequired<Project>> {
    const { times, changes, emit, origin, unitsPerSecond, anAcceptedKey, workspaceOf } = this.#deps;
    requireSeedOptions(options, anAcceptedKey);
    const { name, description, captions, apiKey } = options;
    const cues = captions === undefined ? undefined : await parseCaptionFile(captions, 'captions', unitsPerSecond);
    const workspace = workspaceOf(apiKey);
    const { state, seeded } = workspace;
    const now = times.now(state.apiKey);
    const send: Context['emit'] = (type, data) => emit(workspace, type, data, now);
    const context = { workspace, now, origin: origin(), emit: send };
    refusedAs('apiKey', 'is one too many', () => this.#deps.store.add(workspace));
    const project = startProject({ name, description }, context);
    if (cues) addRecording(project, lengthOf(cues), cues, context);
    seeded.set(project.id, { captions: captions ?? null, revision: state.txid });
    changes.tell(state.apiKey, () => ({ type: 'project', projectId: project.id, revision: state.txid }));
    return projectView(project, context);
  }
}

function lengthOf(cues: readonly TimedCue[]): number {
  return cues.reduce((length, cue) => Math.max(length, cue.at(-1)?.end ?? 0), 0);
}
