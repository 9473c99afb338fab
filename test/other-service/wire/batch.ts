import type { Context } from '../context.ts';
import type { BatchRecord, ClipRecord } from '../state.ts';
import { clipPhase, hasEnded, phaseOf } from '../state.ts';
import { fields } from './fields.ts';
import { fileUrl, jobStatus, noExport } from './job.ts';
import { sentStatus } from './status.ts';

/** Returns a batch for the response to `POST /clips`. No other response contains it. */
export function batch(context: Context, record: BatchRecord): object {
  return fields(context, 'batch', {
    batch_id: context.pick('batch.id', { present: record.id, null: null, absent: undefined }),
    status: batchStatus(context, record),
    asset_id: `asset of ${record.id}`,
    project_folder_id: 'folder',
    ...counts(context, record),
    rendered_count: renderedCount(context, record),
    failed_count: count(record, 'failed'),
    review_count: 0,
    activity: context.pick('batch.activity', {
      null: null,
      absent: undefined,
      string: 'Listening to the source',
      object: { step: 2, of: 5 },
      array: ['listening'],
    }),
    clips: listedClips(context, record),
    zip_download_url: null,
    last_error_message: message(context, record),
    studio_sound: studioSound(context),
  });
}

/** Returns the status of a batch. A batch without clips has failed. */
function batchStatus(context: Context, { clips }: BatchRecord): string | null | undefined {
  const { choices } = context;
  const own = context.pick('batch.outcome', {
    no: undefined,
    failed: 'failed',
    'failed without message': 'failed',
    cancelled: 'cancelled',
  });
  if (own !== undefined) return own;
  if (clips.length === 0) return choices['job.failureStatus'];
  const isEnded = clips.every(({ job }) => hasEnded(job));
  return sentStatus(choices[isEnded ? 'batch.endedStatus' : 'batch.workingStatus']);
}

function counts(context: Context, record: BatchRecord) {
  const { length } = record.clips;
  const { length: listed } = listedClips(context, record) ?? [];
  const both = (estimated: unknown, total: unknown) => ({ estimated_clip_count: estimated, total_clip_count: total });
  return context.pick('batch.counts', {
    'both correct': both(length, length),
    'total 0': both(length, 0),
    'estimate only': both(length, null),
    'estimate too high': both(length + 2, length),
    'estimate too high, total null': both(length + 2, null),
    'total so far': both(length + 2, listed),
    'total too high': both(length, length + 2),
    null: both(null, null),
    absent: both(undefined, undefined),
  });
}

function count({ clips }: BatchRecord, phase: 'succeeded' | 'failed'): number {
  return clips.filter((each) => clipPhase(each) === phase).length;
}

function renderedCount(context: Context, record: BatchRecord): number {
  const { length } = record.clips.filter(({ job }) => job.ending === 'succeeded');
  return context.pick('batch.renderedCount', { no: count(record, 'succeeded'), ahead: length });
}

function listedClips(context: Context, { clips }: BatchRecord): readonly object[] | null | undefined {
  const all = clips.map((each) => clip(context, each));
  return context.pick('batch.clips', {
    'at once': all,
    'one of them': all.slice(0, 1),
    empty: [],
    null: null,
    absent: undefined,
  });
}

function clip(context: Context, { id, project, job, hadFile }: ClipRecord): object {
  const isDone = hadFile || phaseOf(job) === 'succeeded';
  const noFile = context.pick('clip.noDownload', { null: null, absent: undefined, '': '' });
  return fields(context, 'clip', {
    clip_id: id,
    suggestion_id: `suggestion of ${id}`,
    project_id: context.pick('clip.project', {
      'its own': project.id,
      'one for all': project.id,
      null: null,
      absent: undefined,
      '': '',
    }),
    export_id: context.choices['clip.export'] === 'at once' ? job.exportId : noExport(context),
    title: project.name,
    status: hasEnded(job) ? jobStatus(context, job) : sentStatus(context.choices['clip.openStatus']),
    download_url: isDone ? fileUrl(context, job) : noFile,
    error_message: phaseOf(job) === 'failed' ? 'The codec is not supported' : null,
    qa_summary: '',
    qa_preview_urls: [`${context.origin}/files/preview.png`],
  });
}

function message(context: Context, { clips }: BatchRecord): string | null | undefined {
  if (clips.length === 0) return 'Nothing in the source is worth a clip';
  if (context.choices['batch.outcome'] === 'failed') return 'The source is private';
  return context.pick('batch.message', {
    null: null,
    absent: undefined,
    '': '',
    remark: 'The import was repeated once',
  });
}

function studioSound(context: Context): object | null | undefined {
  const withStatus = (status: string) =>
    fields(context, 'studioSound', {
      requested: false,
      status,
      source_asset_id: 'asset',
      enhanced_asset_id: null,
      version: 'v2',
      processing_run_id: null,
      error_message: '',
    });
  return context.pick('batch.studioSound', {
    disabled: withStatus('disabled'),
    ENABLED: withStatus('ENABLED'),
    '': withStatus(''),
    null: null,
    absent: undefined,
  });
}
