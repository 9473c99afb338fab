import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import type { CaptionRecord, ProjectRecord, WordRecord } from '../state.ts';

export interface Call {
  readonly context: Context;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Returns the body of an endpoint's successful response. */
export type Endpoint = (call: Call) => unknown;

export function projectOf({ context, params }: Call): ProjectRecord {
  const project = context.projects.get(params[0] ?? '');
  if (project === undefined) throw new Refusal('notFound', 'There is no such project', 'projectId');
  return project;
}

export function stringIn(body: unknown, name: string): string {
  const value: unknown = Reflect.get(Object(body), name);
  if (typeof value !== 'string' || value === '') throw new Refusal('invalid', `${name} must be a string`, name);
  return value;
}

export function numberIn(body: unknown, name: string): number {
  const value: unknown = Reflect.get(Object(body), name);
  if (typeof value !== 'number') throw new Refusal('invalid', `${name} must be a number`, name);
  return value;
}

export function listIn({ context, body }: Pick<Call, 'context' | 'body'>, name: string): unknown[] {
  const value = body[name];
  if (!Array.isArray(value)) throw new Refusal('invalid', `${name} must be an array`, name);
  const limit = context.pick('limits.items', { 'any number': Number.POSITIVE_INFINITY, one: 1 });
  if (name === 'items' && value.length > limit) throw new Refusal('tooLarge', 'One item at a time', name);
  return value;
}

export interface FoundWord {
  readonly caption: CaptionRecord;
  readonly word: WordRecord;
  readonly index: number;
}

export function findWord(project: ProjectRecord, id: unknown, param: string): FoundWord {
  for (const caption of project.captions) {
    const index = caption.words.findIndex((word) => word.id === id);
    const word = caption.words[index];
    if (word !== undefined) return { caption, word, index };
  }
  throw new Refusal('notFound', 'There is no such word', param);
}

export function visibleCaptions({ captions }: ProjectRecord): CaptionRecord[] {
  return captions.filter(({ isHidden }) => !isHidden);
}

export function units(context: Context, seconds: number): number {
  return seconds * Number(context.choices['values.units']);
}
