import { point } from './point.ts';

export const requestPoints = {
  'request.clips': point('POST /clips', 'Which fields are required.', ['the source', 'all']),
  'request.values': point('POST /clips', 'Which values the enumerated fields take.', ['those shown', 'more']),
  'request.trim': point('batch-trim', 'Which fields of an item trim it.', ['trim_start_seconds', 'trim.head_seconds']),
  'request.media': point('media update', 'Which fields the request has.', ['those of updated', 'properties']),
  'request.effect': point('color grade and zoom', 'Which fields the request has.', ['any', 'settings']),
  'request.corrections': point('transcript corrections', 'Which fields the request has.', [
    'phrase_replacements',
    'replacements',
    'array of pairs',
  ]),
  'request.project': point('generate-sound and audio import', 'Whether a request can name a project.', [
    'project_id',
    'target_project',
    'no',
  ]),
  'request.logo': point('POST /onboarding/logo/import', 'Whether replace_existing is required.', [
    'optional',
    'required',
  ]),
  'request.events': point('POST /webhooks', 'Whether events that are not listed can be registered.', ['no', 'yes']),
  'request.query': point('every query', 'What "+" stands for.', ['a space', 'itself']),
  'request.moreFields': point('every request', 'What happens to fields that the service does not know.', [
    'ignored',
    'refused',
  ]),
};
