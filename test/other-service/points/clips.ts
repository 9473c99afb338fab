import { point } from './point.ts';

const generate = 'POST /clips';

export const clipPoints = {
  'batch.start': point(generate, 'How far the work is when the call returns.', ['queued', 'ended']),
  'batch.workingStatus': point('Clip batch', 'The status while clips are made.', [
    'queued',
    'ANALYZING',
    'in_progress',
    '',
    'null',
    'absent',
  ]),
  'batch.endedStatus': point('Clip batch', 'The status once all clips have been made.', [
    'completed',
    'COMPLETE',
    'done',
    'finished',
    'completed_with_warnings',
    'all set',
    'null',
    'absent',
  ]),
  'batch.clips': point(generate, 'When the clips are listed.', ['at once', 'one of them', 'empty', 'null', 'absent']),
  'batch.counts': point('Clip batch', 'What estimated_clip_count and total_clip_count are at first.', [
    'both right',
    'total 0',
    'estimate only',
    'estimate too high',
    'estimate too high, total null',
    'null',
    'absent',
  ]),
  'batch.renderedCount': point('Clip batch', 'Whether rendered_count is ahead of what clips and jobs show.', [
    'no',
    'ahead',
  ]),
  'batch.outcome': point('Clip batch', 'Whether a batch that lists clips has ended by itself.', [
    'no',
    'failed',
    'failed without message',
    'cancelled',
  ]),
  'batch.activity': point('Clip batch', 'The shape of activity.', ['null', 'absent', 'string', 'object', 'array']),
  'batch.message': point('Clip batch', 'What last_error_message is if the batch has not failed.', [
    'null',
    'absent',
    '',
    'remark',
  ]),
  'batch.studioSound': point('Studio sound', 'The values of its status.', [
    'disabled',
    'ENABLED',
    '',
    'null',
    'absent',
  ]),
  'batch.review': point('Clip batch', 'Whether people review a clip before it ends.', ['none', 'the last']),
  'clip.openStatus': point('Clip item', 'The status of a clip that has not ended.', [
    'queued',
    'RENDERING',
    'ready',
    'needs export',
    '',
    'null',
    'absent',
  ]),
  'clip.project': point('Clip item', 'Which project a clip is in.', ['its own', 'one for all', 'null', 'absent', '']),
  'clip.export': point('Clip item', 'When export_id is set.', [
    'at once',
    'later',
    'never',
    'never, absent',
    'never, empty',
  ]),
  'clip.noDownload': point('Clip item', 'What download_url is of a clip without a file.', ['null', 'absent', '']),
  'clip.download': point('Clip item', 'Whether clips that ended before the others have their download_url at once.', [
    'no',
    'the first',
    'from the start',
  ]),
};
