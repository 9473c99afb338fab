import { point } from './point.ts';

export const requestPoints = {
  'request.clips': point('POST /clips', 'Which fields are required.', ['the source', 'more than the source']),
  'request.values': point('POST /clips', 'Whether fields with listed values accept other values.', [
    'listed only',
    'more',
  ]),
  'request.trim': point('batch-trim', 'The request fields that trim an item.', [
    'trim_start_seconds',
    'trim.head_seconds',
  ]),
  'request.media': point('media update', 'The fields of the request.', ['fields of updated', 'properties']),
  'request.effect': point('color grade and zoom', 'The fields of the request.', ['any', 'settings']),
  'request.corrections': point('transcript corrections', 'The fields of the request.', [
    'phrase_replacements',
    'replacements',
    'array of pairs',
  ]),
  'request.project': point('generate-sound and audio import', 'Which field names the project.', [
    'project_id',
    'target_project',
    'no',
  ]),
  'request.logo': point('POST /onboarding/logo/import', 'Whether replace_existing is required.', [
    'optional',
    'required',
  ]),
  'request.events': point('POST /webhooks', 'Whether a webhook can be registered for unlisted events.', ['no', 'yes']),
  'request.query': point('every query', 'The meaning of "+".', ['a space', 'itself']),
  'request.moreFields': point('every request', 'Whether the service rejects unknown fields.', ['ignored', 'refused']),
};
