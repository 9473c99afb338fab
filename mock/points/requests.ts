import { point } from './point.ts';

export const requestPoints = {
  'request.clips': point('Which fields a request for clips must have.', 'the source | more than the source'),
  'request.values': point('Whether fields with listed values accept other values.', 'listed only | more'),
  'request.trim': point('The request fields that trim an item.', 'trim_start_seconds | trim.head_seconds'),
  'request.media': point('The request fields of a media update.', 'fields of updated | properties'),
  'request.effect': point('The request fields of a color grade and a zoom.', 'any | settings'),
  'request.corrections': point(
    'The request fields of a transcript correction.',
    'phrase_replacements | replacements | array of pairs',
  ),
  'request.project': point(
    'Which request field names the project of a sound or an imported track.',
    'project_id | target_project | no',
  ),
  'request.logo': point('Whether replace_existing is required.', 'optional | required'),
  'request.events': point('Whether a webhook can be registered for unlisted events.', 'no | yes'),
  'request.query': point('The meaning of "+" in a query.', 'a space | itself'),
  'request.moreFields': point('Whether the service rejects unknown request fields.', 'ignored | refused'),
};
