import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import type { ItemRecord } from '../state.ts';
import { fields } from '../wire/fields.ts';
import { list } from '../wire/list.ts';
import { editSuccess } from '../wire/success.ts';
import { txid } from '../wire/txid.ts';
import { type Call, type Endpoint, listIn, numberIn, projectOf, stringIn } from './call.ts';

export const timelineAt: Endpoint = (call) => {
  const { context, query } = call;
  const time = Number(query.get('time_seconds'));
  const isEndActive = context.choices['timeline.end'] === 'yes';
  const active = projectOf(call).items.filter(({ start, duration }) => {
    const end = start + duration;
    return start <= time && (time < end || (isEndActive && time === end));
  });
  const entries = active.map((item) => entry(context, item));
  return fields(context, 'timelineAt', { timeSeconds: time, items: list(context, 'lists.timeline', entries) });
};

export const moveItems: Endpoint = (call) => {
  const { context } = call;
  const { done, failed } = changeEach(call, (item, request) => {
    const start = numberIn(request, 'new_start_seconds');
    if (start < 0) throw new Refusal('invalid', 'new_start_seconds must be 0 or more', 'new_start_seconds');
    const previous = item.start;
    item.start = start;
    return fields(context, 'movedItem', {
      timeline_item_id: item.id,
      previous_start_seconds: previous,
      new_start_seconds: start,
      previous_layer_index: item.layer,
      new_layer_index: item.layer,
    });
  });
  return batchResult(context, 'batchMove', 'repositioned_count', done, failed);
};

export const trimItems: Endpoint = (call) => {
  const { context } = call;
  const noError = context.pick('trim.itemError', { null: null, absent: undefined, '': '' });
  const trimmed = (id: unknown, success: boolean, error: unknown, start: number, duration: number) =>
    fields(context, 'trimmedItem', {
      timeline_item_id: id,
      success,
      trim_start_seconds: start,
      trim_end_seconds: 0,
      new_duration_seconds: duration,
      error,
    });
  const { done, failed, failures } = changeEach(call, (item, request) => {
    const cut = trimOf(context, request);
    if (cut >= item.duration) throw new Refusal('invalid', 'Nothing would be left', 'items');
    item.duration -= cut;
    return trimmed(item.id, true, noError, cut, item.duration);
  });
  const isRepeated = context.choices['trim.failedItems'] === 'yes';
  const repeated = isRepeated ? failures.map(({ id, message }) => trimmed(id, false, message, 0, 0)) : [];
  return batchResult(context, 'batchTrim', 'trimmed_count', done, failed, repeated);
};

export const updateMedia: Endpoint = (call) => {
  const { context, body } = call;
  const item = itemOf(call);
  const changed = context.pick('request.media', { 'fields of updated': body, properties: Object(body.properties) });
  const all = {
    positionX: 0,
    positionY: 0,
    widthPx: 1080,
    heightPx: 1920,
    opacity: 1,
    volume: 1,
    keepAspectRatio: true,
    blurredBackground: false,
  };
  const updated = (own: object) => fields(context, 'mediaProperties', own as Record<string, unknown>);
  return fields(context, 'mediaUpdate', {
    success: editSuccess(context),
    timelineItemId: item.id,
    updated: context.pick('media.updated', {
      all: updated({ ...all, ...changed }),
      changed: updated(changed),
      null: null,
      absent: undefined,
    }),
    animationApplied: context.pick('media.animation', { null: null, absent: undefined, '': '', none: 'none' }),
    keyframeCount: 0,
    warnings: context.pick('media.warnings', {
      empty: [],
      filled: ['The item is muted'],
      null: null,
      absent: undefined,
    }),
    message: 'Done',
  });
};

export const updateColorGrade: Endpoint = (call) =>
  effect(
    call,
    call.context.pick('effect.type', {
      colorgrade: 'colorgrade',
      COLOR_GRADE: 'COLOR_GRADE',
      '': '',
      null: null,
    }),
  );

export const updateZoom: Endpoint = (call) => effect(call, 'zoom');

function effect(call: Call, type: string | null): object {
  const { context, body } = call;
  if (context.choices['request.effect'] === 'settings' && typeof body.settings !== 'object')
    throw new Refusal('invalid', 'settings must be an object', 'settings');
  const item = itemOf(call);
  return fields(context, 'effect', {
    success: editSuccess(context),
    project_id: projectOf(call).id,
    timeline_item_id: item.id,
    content_item_id: item.contentId,
    effect_id: `effect of ${item.id}`,
    effect_type: type,
    txid: txid(context),
  });
}

interface Failure {
  readonly id: unknown;
  readonly message: string;
}

interface Changes {
  readonly done: readonly object[];
  readonly failed: readonly object[];
  readonly failures: readonly Failure[];
}

function changeEach(call: Call, change: (item: ItemRecord, request: unknown) => object): Changes {
  const { items } = projectOf(call);
  const done: object[] = [];
  const failures: Failure[] = [];
  for (const request of listIn(call, 'items')) {
    const id = stringIn(request, 'timeline_item_id');
    const item = items.find((each) => each.id === id);
    try {
      if (item === undefined) throw new Refusal('invalid', 'There is no such item');
      done.push(change(item, request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failures.push({ id, message: error.message });
    }
  }
  const isRefused = call.context.choices['batch.allFailed'] === '422' && done.length === 0 && failures.length > 0;
  if (isRefused) throw new Refusal('allFailed', 'No item was changed', 'items');
  return { done, failures, failed: failures.map((failure) => failedItem(call.context, failure)) };
}

function failedItem(context: Context, { id, message }: Failure): object {
  return fields(context, 'failedItem', {
    timeline_item_id: id,
    error: message,
    error_code: context.pick('batch.code', {
      validation_error: 'validation_error',
      NOT_FOUND: 'NOT_FOUND',
      '': '',
      null: null,
    }),
    retryable: false,
    error_details: context.pick('batch.details', {
      filled: { timeline_item_id: message },
      empty: {},
      null: null,
      absent: undefined,
    }),
  });
}

function batchResult(
  context: Context,
  model: 'batchMove' | 'batchTrim',
  counter: string,
  done: readonly object[],
  failed: readonly object[],
  repeated: readonly object[] = [],
): object {
  const noFailures = context.pick('batch.noFailures', { empty: [], null: null, absent: undefined });
  const partly = context.pick('batch.success', { false: false, true: true, absent: undefined });
  const result = fields(context, model, {
    success: failed.length === 0 ? editSuccess(context) : partly,
    [counter]: done.length,
    failed_count: failed.length,
    items:
      model === 'batchTrim'
        ? [...done, ...repeated]
        : context.pick('move.items', { yes: done, null: null, absent: undefined }),
    failed_items: failed.length === 0 ? noFailures : failed,
    message: '',
  });
  const isSuccess = failed.length === 0 || context.choices['batch.someFailed'] === 'success status';
  if (!isSuccess) throw new Refusal('someFailed', 'Some items failed', null, result);
  return result;
}

function trimOf(context: Context, request: unknown): number {
  const trim: unknown = Reflect.get(Object(request), 'trim');
  return context.pick('request.trim', {
    trim_start_seconds: () => numberIn(request, 'trim_start_seconds'),
    'trim.head_seconds': () => numberIn(trim, 'head_seconds'),
  })();
}

function entry(context: Context, item: ItemRecord): object {
  return fields(context, 'timelineEntry', {
    id: item.id,
    type: context.choices['timeline.types'],
    label: '',
    layerIndex: item.layer,
    volume: 1,
    startSeconds: item.start,
    endSeconds: item.start + item.duration,
    mediaAssetId: null,
    contentItemId: item.contentId,
  });
}

function itemOf(call: Call): ItemRecord {
  const item = projectOf(call).items.find(({ id }) => id === call.params[1]);
  if (item === undefined) throw new Refusal('notFound', 'There is no such item', 'timelineItemId');
  return item;
}
