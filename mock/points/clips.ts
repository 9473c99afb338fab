import { point } from './point.ts';

export const clipPoints = {
  'batch.id': point('Whether batch_id is present.', 'present | null | absent'),
  'batch.start': point('Whether the clips have ended when the call returns.', 'queued | ended'),
  'batch.workingStatus': point(
    'The status of a batch before its clips have ended.',
    'queued | ANALYZING | in_progress | "" | null | absent',
  ),
  'batch.endedStatus': point(
    'The status of a batch after all its clips have ended.',
    'completed | COMPLETE | done | finished | completed_with_warnings | all set | null | absent',
  ),
  'batch.clips': point('Which clips the response lists.', 'at once | one of them | empty | null | absent'),
  'batch.counts': point(
    'The initial values of estimated_clip_count and total_clip_count.',
    'both correct | total 0 | estimate only | estimate too high | estimate too high, total null',
    'total so far | total too high | null | absent',
  ),
  'batch.renderedCount': point('Whether rendered_count counts clips before their jobs end.', 'no | ahead'),
  'batch.outcome': point(
    'Whether a batch has a final status that does not depend on its clips.',
    'no | failed | failed without message | cancelled',
  ),
  'batch.activity': point('The shape of activity.', 'null | absent | string | object | array'),
  'batch.message': point('The value of last_error_message if the batch has not failed.', 'null | absent | "" | remark'),
  'batch.studioSound': point('The status of studio_sound.', 'disabled | ENABLED | "" | null | absent'),
  'batch.review': point('Which clips are reviewed before they end.', 'none | the last'),
  'clip.openStatus': point(
    'The status of a clip that has not ended.',
    'queued | RENDERING | ready | needs export | "" | null | absent',
  ),
  'clip.project': point('Which project a clip is in.', 'its own | one for all | null | absent | ""'),
  'clip.export': point('When export_id is set.', 'at once | later | never | never, absent | never, empty'),
  'clip.noDownload': point('The value of download_url for a clip without a file.', 'null | absent | ""'),
  'clip.download': point(
    'Which clips already have a file in the response to POST /clips.',
    'no | the first | from the start',
  ),
};
