/** The state that the mock should have: plain data, with ids learned from responses and times in whole units. */
export interface World {
  readonly unitsPerSecond: number;
  /** The mock's time. */
  now: number;
  readonly workspaces: readonly Workspace[];
  /** All ids that the mock has created. */
  readonly ids: Set<string>;
}

export interface Workspace {
  readonly apiKey: string;
  txid: number;
  readonly projects: Project[];
  /** Asset ids by provider and external id. */
  readonly audio: Map<string, { readonly id: string; readonly importedAt: number }>;
  readonly logos: Set<string>;
  readonly webhooks: { readonly url: string; readonly events: readonly string[] }[];
  /** The deliveries that webhooks must receive, as `url type id`. */
  readonly expectedEvents: string[];
  readonly replays: Map<string, Replay>;
}

export interface Replay {
  readonly input: string;
  readonly at: number;
  readonly status: number;
  readonly text: string;
}

export interface Project {
  readonly id: string;
  items: Item[];
  captions: Caption[];
  readonly jobs: Job[];
}

export interface Item {
  readonly id: string;
  readonly type: string;
  label: string;
  layer: number;
  start: number;
  end: number;
  trimStart: number;
  trimEnd: number;
  readonly mediaAssetId: string;
  readonly contentItemId: string;
  media: Readonly<Record<string, unknown>>;
  readonly effects: Map<string, string>;
}

export interface Caption {
  readonly id: string;
  readonly itemId: string;
  words: Word[];
}

export interface Word {
  readonly id: string;
  word: string;
  start: number;
  end: number;
  paragraph: number;
  emphasis: boolean;
}

export interface Job {
  readonly id: string;
  readonly kind: 'export' | 'clip' | 'sound';
  readonly projectId: string;
  readonly exportId: string | null;
  readonly createdAt: number;
  /** The number of polls that end the job. */
  readonly steps: number;
  polls: number;
  end: {
    readonly status: string;
    readonly at: number;
    readonly progress: number;
    readonly error: string | null;
  } | null;
}

export const defaultMedia: Readonly<Record<string, unknown>> = {
  positionX: 0,
  positionY: 0,
  widthPx: 1080,
  heightPx: 1920,
  opacity: 1,
  volume: 1,
  keepAspectRatio: true,
  blurredBackground: false,
};

export function newWorld(apiKeys: readonly string[], unitsPerSecond: number, now: number): World {
  const workspaces = apiKeys.map((apiKey) => ({
    apiKey,
    txid: 0,
    projects: [],
    audio: new Map(),
    logos: new Set<string>(),
    webhooks: [],
    expectedEvents: [],
    replays: new Map(),
  }));
  return { unitsPerSecond, now, workspaces, ids: new Set() };
}

export function wordsOf({ captions }: Project): Word[] {
  return captions.flatMap(({ words }) => words);
}

/** Returns the entry at a fraction of the list's length. */
export function at<T>(list: readonly T[], place: number): T | undefined {
  return list[Math.floor(place * list.length)];
}

/** Returns the end of the last item. */
export function lengthOf({ items }: Project): number {
  return Math.max(0, ...items.map(({ end }) => end));
}

/** Returns the lowest layer, from `from` upward, on which no other item is active during the span. */
export function freeLayer(project: Project, span: { start: number; end: number }, from: number, except?: Item): number {
  const free = (layer: number) =>
    project.items.every(
      (item) => item === except || item.layer !== layer || item.end <= span.start || span.end <= item.start,
    );
  return free(from) ? from : freeLayer(project, span, from + 1, except);
}

/** Updates each caption's item from its words, and sorts captions by their first words. */
export function settle(project: Project): void {
  const itemOf = (caption: Caption) => project.items.find(({ id }) => id === caption.itemId);
  for (const caption of project.captions) {
    const item = itemOf(caption);
    const { words } = caption;
    if (!item) throw new Error('The model has lost the item of a caption.');
    Object.assign(item, {
      start: words[0]?.start,
      end: words.at(-1)?.end,
      label: words.map(({ word }) => word).join(' '),
    });
  }
  const key = (caption: Caption) => [caption.words[0]?.start ?? 0, itemOf(caption)?.layer ?? 0] as const;
  project.captions.sort((a, b) => key(a)[0] - key(b)[0] || key(a)[1] - key(b)[1]);
}
