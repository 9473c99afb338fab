import { type PageList, PaginationError } from 'clipwright';
import type { pagePoints } from '../points/pages.ts';
import type { ProjectRecord } from '../state.ts';
import { filledProject, wordIds } from '../support/calls.ts';
import type { Session } from '../support/session.ts';
import { probeCall } from './calls.ts';
import type { Comparison, Probe } from './probe.ts';

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
  'words.field': probeWalks(3),
  'words.order': probeWalks(3),
  'words.warnings': probeCall('captions.words.list'),
  'captions.words': probeCall('captions.list'),
  'style.fields': probeCall('captions.list'),
  'style.values': probeCall('captions.words.list'),
};

/** Walks over all captions, all words and the words that match, page by page. */
function probeWalks(limit: number | undefined): Probe {
  return async (session) => {
    const project = await filledProject(session);
    const { client } = session;
    const query = limit === undefined ? {} : { limit };
    const captions = await walk(client.captions.list(project.id, query));
    const words = await walk(client.captions.words.list(project.id, query));
    const matching = await walk(client.captions.words.list(project.id, { ...query, match_text: 'n' }));
    const prefetched = await walk(client.captions.list(project.id, query, { prefetch: true }));
    return comparison(session, project, {
      captions: captions.map(({ caption_id }) => caption_id),
      words: words.map(({ id }) => id).toSorted(),
      matching: matching.map(({ id }) => id).toSorted(),
      prefetched: prefetched.map(({ caption_id }) => caption_id),
    });
  };
}

/** All items; of a walk that the service makes end in a page without items, those before it. */
export async function walk<Item>(list: PageList<Item, unknown>): Promise<Item[]> {
  const items: Item[] = [];
  try {
    for await (const item of list) items.push(item);
  } catch (error) {
    // The service said that there is more, and sent nothing.
    if (!(error instanceof PaginationError)) throw error;
  }
  return items;
}

/** Every caption and word of a project that is listed. */
export function listedIds(project: ProjectRecord) {
  const captions = project.captions.filter(({ isHidden }) => !isHidden);
  const matching = captions.flatMap(({ words }) => words).filter(({ text }) => text.includes('n'));
  return {
    captions: captions.map(({ id }) => id),
    words: wordIds(project).toSorted(),
    matching: matching.map(({ id }) => id).toSorted(),
  };
}

function comparison({ service }: Session, project: ProjectRecord, received: object): Comparison {
  const said = listedIds(project);
  const seen = service.exchanges.map(({ url, body }) => ({ url, body }));
  return { received, said: { ...said, prefetched: said.captions }, seen };
}
