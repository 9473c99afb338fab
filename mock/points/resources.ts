import { point } from './point.ts';

export const resourcePoints = {
  'project.status': point('Project', 'The value of status.', [
    'active',
    'READY',
    'In Progress',
    'archived?',
    '',
    'null',
    'absent',
  ]),
  'project.aspectRatio': point('Project', 'The value of aspect_ratio.', ['9:16', '16:9', 'vertical', '']),
  'project.name': point('POST /projects', 'Whether the service changes a name to make it unique.', [
    'as sent',
    'made unique',
  ]),
  'project.duplicate': point('POST /projects', 'Whether two projects can have the same name.', ['yes', '409']),
  'audio.type': point('Audio asset', 'The value of audio_type.', ['music', 'SFX', '']),
  'audio.asset': point('POST /audio-library/import', 'Whether the response contains the asset.', [
    'yes',
    'null',
    'absent',
  ]),
  'audio.reimport': point('POST /audio-library/import', 'What a second import of a track does.', [
    'deduped',
    'imported again',
    'neither',
  ]),
  'audio.placement': point('POST /audio-library/import', 'Whether an import places the track on a timeline.', [
    'placed',
    'null',
    'absent',
  ]),
  'audio.importedAt': point(
    'Provider request record',
    'The form of imported_at, which the specification does not call a timestamp.',
    ['timestamp', 'Unix seconds', 'words'],
  ),
  'logo.nextActions': point('POST /onboarding/logo/import', 'The value of next_actions.', [
    'one',
    'none',
    'null',
    'absent',
  ]),
  'logo.replace': point(
    'POST /onboarding/logo/import',
    'What an import with replace_existing false does if a logo exists.',
    ['refused', 'accepted'],
  ),
  'webhook.again': point('POST /webhooks', 'What a second registration of a URL does.', [
    'another webhook',
    'the same webhook',
    '409',
  ]),
  'webhook.response': point('POST /webhooks', 'The response body.', [
    'webhook',
    'webhook in an object',
    'empty object',
    'array',
    'string',
    'null',
    'empty',
  ]),
  'nextAction.path': point('Next action', 'The form of an action’s path.', [
    'with slash',
    'without slash',
    'with base path',
    'URL',
  ]),
  'nextAction.method': point('Next action', 'The method of an action.', [
    'POST',
    'GET',
    'PUT',
    'PATCH',
    'DELETE',
    'post',
  ]),
  'nextAction.body': point('Next action', 'Whether an action needs a body.', ['none', 'required']),
  'idempotency.status': point('Idempotency-Key', 'The status of a replay.', ['original', '200', '208']),
  'idempotency.running': point(
    'Idempotency-Key',
    'The response to a request whose key belongs to a request in progress.',
    ['like any other', '409 conflict', '409 idempotency_key_in_use', '409 request_in_progress', '423', '425'],
  ),
  'idempotency.scope': point('Idempotency-Key', 'Whether a key can be reused for another endpoint.', [
    'once',
    'once for each endpoint',
  ]),
  'idempotency.kept': point('Idempotency-Key', 'How long the service remembers a key.', [
    'after a replay',
    'until it was replayed',
  ]),
  'idempotency.input': point('Idempotency-Key', 'Whether the service compares the values or the bytes of two inputs.', [
    'their values',
    'their bytes',
  ]),
  'idempotency.errors': point('Idempotency-Key', 'Whether the service replays an error.', ['forgotten', 'replayed']),
  'idempotency.header': point('Idempotency-Key', 'Whether a header identifies a replay.', ['absent', 'present']),
  'idempotency.code': point('Idempotency-Key', 'The code of the 409 for a key with different input.', [
    'idempotency_conflict',
    'conflict',
    'absent',
  ]),
};
