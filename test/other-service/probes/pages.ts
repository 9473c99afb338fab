import {
  type Caption,
  isApiError,
  type ListCaptionsQuery,
  type PageList,
  PaginationError,
  ResponseValidationError,
} from 'clipwright';
import { toWebVtt } from 'clipwright/captions';
import type { pagePoints } from '../../../mock/points/pages.ts';
import type { ProjectRecord, WordRecord } from '../state.ts';
import { filledProject, wordIds } from '../support/calls.ts';
import type { Session } from '../support/session.ts';
import { probeCall } from './calls.ts';
import { rejectionOf } from './errors-support.ts';
import type { Probe } from './probe.ts';

export const pageProbes: { readonly [Id in keyof typeof pagePoints]: Probe } = {
  'pages.defaultSize': probeWalks(undefined),
  'pages.size': probeWalks(4),
  'pages.pagination': probeWalks(3),
  'pages.total': probeWalks(3),
  'pages.more': probeWalks(5),
  'pages.position': probeWalks(3),
  'pages.limit': probeWalks(3),
  'pages.filter': probeWalks(3),
  'pages.repeats': probeWalks(3),
  'pages.start': probeWalks(3),
  'pages.pastEnd': probeWalks(3),
  'pages.success': async ({ client, choices }) => {
    const { id } = await client.projects.create({ name: 'Empty' });
    const lists = [client.captions.list(id), client.captions.words.list(id)];
    if (choices['pages.success'] !== 'false') return { received: await allItems(lists), said: [[], []] };
    // With `success: false`, an empty list can mean that the service failed to list the items.
    const errors = await Promise.all(lists.map((list) => rejectionOf(list.toArray())));
    return { received: errors.map(({ name }) => name), said: lists.map(() => 'ResponseValidationError') };
  },
  'pages.twins': probeWalks(3),
  'words.field': probeWalks(3),
  'words.order': probeWalks(3),
  'words.warnings': probeCall('captions.words.list'),
  'captions.words': probeCall('captions.list'),
  'captions.wordOrder': async (session) => {
    const project = await filledProject(session);
    const file = toWebVtt(await session.client.captions.list(project.id).toArray(), { karaoke: true });
    const lines = project.captions.filter(({ isHidden }) => !isHidden).map(({ words }) => textOf(words));
    const isText = (line: string) => /^[^\d]*$/.test(line) && !['', 'WEBVTT'].includes(line);
    const received = file
      .split('\n')
      .map((line) => line.replace(/<[^>]*>/g, ''))
      .filter(isText);
    return { received, said: lines };
  },
  'captions.wordTimes': async (session) => {
    const project = await filledProject(session);
    const listed = await session.client.captions.list(project.id).toArray();
    const isRelative = session.choices['captions.wordTimes'] === 'the caption';
    const captions = isRelative ? listed.map(toTimeline) : listed;
    const tags = toWebVtt(captions, { karaoke: true }).match(/<[^>]*>/g);
    const later = project.captions.filter(({ isHidden }) => !isHidden).flatMap(({ words }) => words.slice(1));
    return { received: tags, said: later.map(({ start }) => `<00:00:${start.toFixed(3).padStart(6, '0')}>`) };
  },
  'style.fields': probeCall('captions.list'),
  'style.values': probeCall('captions.words.list'),
};

/** Converts word times that are relative to a caption to times on the timeline, like the code in the guide. */
function toTimeline(caption: Caption): Caption {
  const words = (caption.words ?? []).map((word) => ({
    ...word,
    start_seconds: Number(caption.start_seconds) + Number(word.start_seconds),
  }));
  return { ...caption, words };
}

/** Returns a probe that iterates over the captions, the words, and the words that match a text. */
function probeWalks(limit: number | undefined): Probe {
  return async (session) => {
    const project = await filledProject(session);
    const walks = await walkAll(session, project, { limit });
    const listed = listedIds(project);
    return { received: walks, said: { ...listed, prefetched: listed.captions } };
  };
}

function allItems(lists: readonly PageList<object, unknown>[]): Promise<object[][]> {
  return Promise.all(lists.map((list) => list.toArray()));
}

function textOf(words: readonly WordRecord[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** Iterates over each list of a project in several ways, and returns the sorted ids. */
export async function walkAll(session: Session, { id }: ProjectRecord, query: ListCaptionsQuery) {
  const { captions } = session.client;
  const project = session.service.context.projects.get(id);
  const listed = project === undefined ? undefined : listedIds(project);
  const walk = (list: PageList<object, unknown>, all: readonly string[] = []) => walkPages(session, list, all);
  return {
    captions: await walk(captions.list(id, query), listed?.captions),
    words: await walk(captions.words.list(id, query), listed?.words),
    matching: await walk(captions.words.list(id, { ...query, match_text: 'n' }), listed?.matching),
    prefetched: await walk(captions.list(id, query, { prefetch: true }), listed?.captions),
  };
}

/** Returns the ids of a project's listed captions and words. */
export function listedIds(project: ProjectRecord) {
  const captions = project.captions.filter(({ isHidden }) => !isHidden);
  const matching = captions.flatMap(({ words }) => words).filter(({ text }) => text.includes('n'));
  return {
    captions: captions.map(({ id }) => id).toSorted(),
    words: wordIds(project).toSorted(),
    matching: matching.map(({ id }) => id).toSorted(),
  };
}

/** Returns the sorted ids of a list's items. Adds the missing ids if the iteration fails with an expected error. */
async function walkPages(session: Session, list: PageList<object, unknown>, all: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  try {
    for await (const item of list) ids.push(Reflect.get(item, 'caption_id') ?? Reflect.get(item, 'id'));
  } catch (error) {
    if (!isTrueEnd(session, error)) throw error;
    ids.push(...all.filter((id) => !ids.includes(id)));
  }
  // The client can return an item twice if the service lists it twice on one page.
  const isTwice = session.choices['pages.twins'] === 'some';
  return (isTwice ? [...new Set(ids)] : ids).toSorted();
}

function isTrueEnd(session: Session, error: unknown): boolean {
  if (error instanceof PaginationError) return mayEndEarly(session);
  const { choices } = session;
  if (isApiError(error)) return choices['pages.pastEnd'] === '404';
  const isMissing =
    choices['lists.captions'] === 'absent' ||
    choices['lists.words'] === 'absent' ||
    choices['pages.success'] === 'false';
  return isMissing && error instanceof ResponseValidationError;
}

/** Returns whether the service can say that there are more items, and then send a page without new items. */
function mayEndEarly({ choices }: Session): boolean {
  if (choices['pages.start'] === 'a multiple of limit') return true;
  const isEmptyPossible = choices['pages.filter'] === 'after' || choices['pages.more'] === 'whenever a page is full';
  return isEmptyPossible || choices['pages.repeats'] === 'yes' || choices['pages.total'] === 'moving';
}
