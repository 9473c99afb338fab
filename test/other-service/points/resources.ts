import { point } from './point.ts';

export const resourcePoints = {
  'project.status': point('Project', 'The values of status.', [
    'active',
    'READY',
    'In Progress',
    'archived?',
    '',
    'null',
    'absent',
  ]),
  'project.aspectRatio': point('Project', 'The values of aspect_ratio beside 9:16.', ['9:16', '16:9', 'vertical', '']),
  'project.name': point('POST /projects', 'Whether a name is stored as it is sent.', ['as sent', 'made unique']),
  'project.duplicate': point('POST /projects', 'Whether two projects may have one name.', ['yes', '409']),
  'audio.type': point('Audio asset', 'The values of audio_type.', ['music', 'SFX', '']),
  'audio.reimport': point('POST /audio-library/import', 'What a second import of a track is.', [
    'deduped',
    'imported again',
    'neither',
  ]),
  'audio.placement': point('POST /audio-library/import', 'Whether an imported track is put on a timeline.', [
    'placed',
    'null',
    'absent',
  ]),
  'audio.importedAt': point('Provider request record', 'The form of imported_at, which is called no timestamp.', [
    'timestamp',
    'Unix seconds',
    'words',
  ]),
  'logo.nextActions': point('POST /onboarding/logo/import', 'Which next actions follow.', [
    'one',
    'none',
    'null',
    'absent',
  ]),
  'logo.replace': point('POST /onboarding/logo/import', 'What replace_existing false does to a logo that exists.', [
    'refused',
    'kept',
  ]),
  'webhook.answer': point('POST /webhooks', 'The response body.', [
    'webhook',
    'webhook in an object',
    'empty object',
    'array',
    'string',
    'null',
    'empty',
  ]),
  'nextAction.path': point('Next action', 'What a path is relative to.', [
    'with slash',
    'without slash',
    'with base path',
    'URL',
  ]),
  'nextAction.method': point('Next action', 'Which method an action has.', ['POST', 'GET', 'PUT', 'DELETE']),
  'nextAction.body': point('Next action', 'Whether an action needs a body.', ['none', 'required']),
  'idempotency.status': point('Idempotency-Key', 'The status of a replay.', ['original', '200', '208']),
  'idempotency.running': point('Idempotency-Key', 'What a request is whose key belongs to one that still runs.', [
    'like any',
    '409',
  ]),
  'idempotency.errors': point('Idempotency-Key', 'Whether an error is the original response, too.', [
    'forgotten',
    'replayed',
  ]),
  'idempotency.header': point('Idempotency-Key', 'Whether a header names a replay.', ['absent', 'present']),
  'idempotency.code': point('Idempotency-Key', 'The code of the 409.', ['idempotency_conflict', 'conflict', 'absent']),
};
