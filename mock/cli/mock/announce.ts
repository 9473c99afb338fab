import { basename } from 'node:path';
import type { LogStream } from '../log/layout.ts';
import { createPaint } from '../log/paint.ts';
import { banner, type Started } from './banner.ts';
import type { OutputMode } from './output-mode.ts';

/** What a mock has started with. */
export interface Start extends Started {
  readonly state: { readonly path: string; readonly isRestored: boolean } | undefined;
  readonly seeded: { readonly file: string; readonly projectId: string } | undefined;
}

/** Says where the mock listens. A program reads the first line: the base URL, or JSON that has it. */
export function announce(start: Start, mode: OutputMode, stream: LogStream): void {
  stream.write(`${announcement(start, mode, stream).join('\n')}\n`);
}

function announcement(start: Start, mode: OutputMode, stream: LogStream): string[] {
  if (mode === 'json') return [JSON.stringify(listeningEvent(start))];
  if (mode === 'quiet') return [start.baseUrl];
  const notes = notesOf(start);
  if (!stream.isTTY) return [start.baseUrl, ...notes];
  const indented = notes.map((note) => `  ${note}`);
  return [banner(start, createPaint(stream)), ...(notes.length > 0 ? [...indented, ''] : [])];
}

function listeningEvent({ baseUrl, state, seeded }: Start) {
  return { type: 'listening', baseUrl, projectId: projectOf(state, seeded), isRestored: state?.isRestored };
}

function projectOf(state: Start['state'], seeded: Start['seeded']): string | undefined {
  return state?.isRestored ? undefined : seeded?.projectId;
}

function notesOf({ state, seeded, apiKey }: Start): string[] {
  const notes: string[] = [];
  if (state) notes.push(`${state.isRestored ? 'Restored the state from' : 'Saving the state to'} ${state.path}.`);
  if (seeded) notes.push(seedNote(basename(seeded.file), seeded.projectId, apiKey, state?.isRestored === true));
  return notes;
}

function seedNote(file: string, projectId: string, apiKey: string, isRestored: boolean): string {
  return isRestored
    ? `Did not seed ${file}: the state was restored. A reset (POST /_mock/reset) seeds it.`
    : `Seeded project ${projectId} from ${file} for the API key "${apiKey}".`;
}
