import { point } from './point.ts';

export const resourcePoints = {
  'project.status': point('The status of a project.', 'active | READY | In Progress | archived? | "" | null | absent'),
  'project.aspectRatio': point('The value of aspect_ratio.', '9:16 | 16:9 | vertical | ""'),
  'project.name': point('Whether the service changes a name to make it unique.', 'as sent | made unique'),
  'project.duplicate': point('Whether two projects can have the same name.', 'yes | 409'),
  'audio.type': point('The value of audio_type.', 'music | SFX | ""'),
  'audio.asset': point('Whether the response contains the asset.', 'yes | null | absent'),
  'audio.reimport': point('What a second import of a track does.', 'deduped | imported again | neither'),
  'audio.placement': point('Whether an import places the track on a timeline.', 'placed | null | absent'),
  'audio.importedAt': point(
    'The form of imported_at, which the specification does not call a timestamp.',
    'timestamp | Unix seconds | words',
  ),
  'logo.nextActions': point('The value of next_actions after a logo import.', 'one | none | null | absent'),
  'logo.replace': point('What an import with replace_existing false does if a logo exists.', 'refused | accepted'),
  'webhook.again': point('What a second registration of a URL does.', 'another webhook | the same webhook | 409'),
  'webhook.response': point(
    'The response to the registration of a webhook.',
    'webhook | webhook in an object | empty object | array | string | null | empty',
  ),
  'nextAction.path': point('The form of a next action’s path.', 'with slash | without slash | with base path | URL'),
  'nextAction.method': point('The method of a next action.', 'POST | GET | PUT | PATCH | DELETE | post'),
  'nextAction.body': point('Whether a next action needs a body.', 'none | required'),
  'idempotency.status': point('The status of a replay.', 'original | 200 | 208'),
  'idempotency.running': point(
    'The response to a request whose key belongs to a request in progress.',
    'like any other | 409 conflict | 409 idempotency_key_in_use | 409 request_in_progress | 423 | 425',
  ),
  'idempotency.scope': point('Whether a key can be reused for another endpoint.', 'once | once for each endpoint'),
  'idempotency.kept': point('How long the service remembers a key.', 'after a replay | until it was replayed'),
  'idempotency.input': point(
    'Whether the service compares the values or the bytes of two inputs.',
    'their values | their bytes',
  ),
  'idempotency.errors': point('Whether the service replays an error.', 'forgotten | replayed'),
  'idempotency.header': point('Whether a header identifies a replay.', 'absent | present'),
  'idempotency.code': point(
    'The code of the 409 for a key with different input.',
    'idempotency_conflict | conflict | absent',
  ),
};
