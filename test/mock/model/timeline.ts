import fc from 'fast-check';
import { expect } from 'vitest';
import { action, idempotencyKey, place, seconds } from './action.ts';
import { expectShared, learnCaptions } from './learn.ts';
import { expectTimeline } from './reads.ts';
import { at, freeLayer, type Item, type Project, settle } from './state.ts';
import type { Place, Turn } from './turn.ts';

const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 });

const farAway = fc.constantFrom(-1, 86_400, 86_401);
const moveParams = fc.record({
  project: place,
  items: few(
    fc.record({
      item: place,
      to: fc.oneof({ weight: 9, arbitrary: seconds(0, 14) }, { weight: 1, arbitrary: farAway }),
    }),
  ),
});

const move = action('move', moveParams, async (turn, params) => {
  const { id, project } = turn.target(params.project);
  const chosen = params.items.map(({ item, to }) => ({ ...itemAt(turn, project, item), to }));
  const items = chosen.map(({ id: timeline_item_id, to }) => ({ timeline_item_id, new_start_seconds: to }));
  const refusals = project ? [] : [404];
  const response = await turn.change('timeline.batchMove', { path: { projectId: id }, body: { items } }, { refusals });
  if (!response || !project) return;
  const outcomes = chosen.map((one) => ({ ...one, moved: one.item && moved(turn, project, one.item, one.to) }));
  settle(project);
  expectBatch(response, outcomes, 'repositioned_count');
});

function moved(turn: Turn, project: Project, item: Item, to: number) {
  if (to < 0 || to > 86_400) return undefined;
  const before = { start: item.start, layer: item.layer };
  const start = turn.toUnits(to);
  item.layer = freeLayer(project, { start, end: start + item.end - item.start }, item.layer, item);
  const by = start - item.start;
  for (const word of project.captions.find(({ itemId }) => itemId === item.id)?.words ?? []) {
    word.start += by;
    word.end += by;
  }
  item.end += by;
  item.start = start;
  return {
    timeline_item_id: item.id,
    previous_start_seconds: turn.toSeconds(before.start),
    new_start_seconds: turn.toSeconds(start),
    previous_layer_index: before.layer,
    new_layer_index: item.layer,
  };
}

const trimParams = fc.record({
  project: place,
  items: few(
    fc.record({
      item: place,
      start: seconds(-0.02, 0.5),
      end: fc.oneof(seconds(0, 1), fc.constantFrom(undefined, 'rest' as const)),
    }),
  ),
  key: idempotencyKey,
});

const trim = action('trim', trimParams, async (turn, params) => {
  const { id, project } = turn.target(params.project);
  const chosen = params.items.map(({ item: place, start, end }) => {
    const { id, item } = itemAt(turn, project, place);
    const rest = item ? turn.toSeconds(item.end - item.start - turn.toUnits(start)) : 0;
    return { id, item, cut: { start, end: end === 'rest' ? rest : end } };
  });
  const items = chosen.map(({ id: timeline_item_id, cut: { start, end } }) => ({
    timeline_item_id,
    trim_start_seconds: start,
    ...(end !== undefined && { trim_end_seconds: end }),
  }));
  const sent = { path: { projectId: id }, body: { items }, idempotencyKey: params.key };
  const response = await turn.change('timeline.batchTrim', sent, { refusals: project ? [] : [404], remembered: true });
  if (!response || !project) return;
  const trimmedCaptions = new Set<Item>();
  const outcomes = chosen.map((one) => ({
    ...one,
    moved: one.item && trimmed(turn, project, one.item, one.cut, trimmedCaptions),
  }));
  await learnTrimmedWords(turn, project, trimmedCaptions);
  settle(project);
  expectBatch(response, outcomes, 'trimmed_count');
});

function trimmed(
  turn: Turn,
  project: Project,
  item: Item,
  cut: { readonly start: number; readonly end: number | undefined },
  trimmedCaptions: Set<Item>,
) {
  const [start, end] = [turn.toUnits(cut.start), turn.toUnits(cut.end ?? 0)];
  const words = project.captions.find(({ itemId }) => itemId === item.id)?.words ?? [];
  const left = item.end - item.start - start - end;
  if (cut.start < 0 || left <= 0 || (start + end > 0 && left < words.length)) return undefined;
  item.end -= start + end;
  item.trimStart += start;
  item.trimEnd += end;
  if (words.length > 0 && start + end > 0) trimmedCaptions.add(item);
  return {
    timeline_item_id: item.id,
    success: true,
    trim_start_seconds: turn.toSeconds(item.trimStart),
    trim_end_seconds: turn.toSeconds(item.trimEnd),
    new_duration_seconds: turn.toSeconds(item.end - item.start),
    error: null,
  };
}

/** Reads the words of trimmed captions from the mock, because the rules do not determine how times are rounded. */
async function learnTrimmedWords(turn: Turn, project: Project, trimmedCaptions: ReadonlySet<Item>): Promise<void> {
  if (trimmedCaptions.size === 0) return;
  const shown = await learnCaptions(turn, project);
  for (const item of trimmedCaptions) {
    const caption = project.captions.find(({ itemId }) => itemId === item.id);
    const words = shown.find(({ itemId }) => itemId === item.id)?.words ?? [];
    expect(words).toMatchObject((caption?.words ?? []).map(({ start, end, ...rest }) => rest));
    expectShared(words, item.start, item.end);
    if (caption) caption.words = words;
  }
}

interface Outcome {
  readonly id: string;
  readonly moved: object | undefined;
}

function expectBatch(response: unknown, outcomes: readonly Outcome[], count: string): void {
  const done = outcomes.flatMap((one) => one.moved ?? []);
  const failed = outcomes.filter((one) => !one.moved);
  expect(response).toMatchObject({
    success: failed.length === 0,
    [count]: done.length,
    failed_count: failed.length,
    items: done,
    failed_items: failed.map(({ id }) => ({ timeline_item_id: id, error_code: 'validation_error', retryable: false })),
  });
}

const updateMediaParams = fc.record({
  project: place,
  item: place,
  fields: fc.record(
    {
      opacity: fc.constantFrom(0, 0.2, 0.5, 0.7, 1, 1.1, -0.1),
      volume: fc.constantFrom(0, 0.5, 1, 1.5, 1.7, 2, 2.1),
      positionX: fc.integer({ min: -5, max: 5 }),
      keepAspectRatio: fc.boolean(),
      unknownField: fc.boolean(),
      animation: fc.record({ name: fc.constantFrom('fade', 'zoom'), keyframes: fc.array(fc.nat(), { maxLength: 3 }) }),
    },
    { requiredKeys: [] },
  ),
});

const updateMedia = action('updateMedia', updateMediaParams, async (turn, { project: which, item: place, fields }) => {
  const { id, project } = turn.target(which);
  const { id: timelineItemId, item } = itemAt(turn, project, place, place.stray < 35 ? 'media' : 'any');
  const { opacity = 1, volume = 1, animation, unknownField, ...rest } = fields;
  const outOfRange = opacity < 0 || opacity > 1 || volume > 2;
  const refusals = [...(item ? [] : [404]), ...(item?.type === 'caption' || outOfRange ? [400] : [])];
  const path = { projectId: id, timelineItemId };
  const response = await turn.change('timeline.updateMedia', { path, body: fields }, { refusals });
  if (!response || !item) return;
  const named = { ...('opacity' in fields && { opacity }), ...('volume' in fields && { volume }) };
  item.media = { ...item.media, ...named, ...rest };
  expect(response).toMatchObject({
    success: true,
    timelineItemId,
    updated: item.media,
    animationApplied: animation?.name ?? null,
    keyframeCount: animation?.keyframes.length ?? 0,
  });
  expect((response as { warnings: string[] }).warnings).toHaveLength(unknownField === undefined ? 0 : 1);
});

const effectParams = fc.record({
  project: place,
  item: place,
  fields: fc.constantFrom({}, { scale: 2 }, { any: ['thing'] }),
});

const updateColorGrade = updateEffect('timeline.updateColorGrade', 'colorgrade');
const updateZoom = updateEffect('timeline.updateZoom', 'zoom');

function updateEffect(name: 'timeline.updateColorGrade' | 'timeline.updateZoom', type: 'colorgrade' | 'zoom') {
  return action(name, effectParams, async (turn, { project: which, item: place, fields }) => {
    const { id, project } = turn.target(which);
    const { id: timelineItemId, item } = itemAt(turn, project, place);
    const sent = { path: { projectId: id, timelineItemId }, body: fields };
    const response = await turn.change(name, sent, { refusals: item ? [] : [404] });
    if (!response || !item) return;
    const { effect_id } = response as { effect_id: string };
    const known = item.effects.get(type);
    if (known === undefined) item.effects.set(type, turn.expectNewId(effect_id));
    expect(response).toEqual({
      success: true,
      project_id: id,
      timeline_item_id: timelineItemId,
      content_item_id: item.contentItemId,
      effect_id: known ?? effect_id,
      effect_type: type,
      txid: turn.workspace.txid,
    });
  });
}

const lookAtTimeline = action(
  'lookAtTimeline',
  fc.record({ project: place, time: seconds(-0.02, 15) }),
  async (turn, { project: which, time }) => {
    const { id, project } = turn.target(which);
    if (project && time >= 0) return expectTimeline(turn, project, turn.toUnits(time));
    const { status } = await turn.read('timeline.at', { path: { projectId: id }, query: { time_seconds: time } });
    expect(time < 0 ? [400, 404] : [404]).toContain(status);
  },
);

/** Returns an item of the project. Sometimes returns an id that must get a 404. */
function itemAt(turn: Turn, project: Project | undefined, { place, stray }: Place, type: 'any' | 'media' = 'any') {
  const elsewhere = turn.world.workspaces.flatMap(({ projects }) => projects).find((other) => other !== project);
  const foreign = stray === 0 ? elsewhere?.items[0] : undefined;
  const item =
    project && stray > 1
      ? at(
          project.items.filter((one) => type === 'any' || one.type !== 'caption'),
          place,
        )
      : undefined;
  return { id: foreign?.id ?? item?.id ?? 'none', item: foreign ? undefined : item };
}

export const calls = {
  'timeline.batchMove': { weight: 5, arbitrary: move },
  'timeline.batchTrim': { weight: 5, arbitrary: trim },
  'timeline.at': { weight: 1, arbitrary: lookAtTimeline },
  'timeline.updateMedia': { weight: 5, arbitrary: updateMedia },
  'timeline.updateColorGrade': { weight: 2, arbitrary: updateColorGrade },
  'timeline.updateZoom': { weight: 2, arbitrary: updateZoom },
};
