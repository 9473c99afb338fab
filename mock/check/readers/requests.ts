import type { requestPoints } from '../../points/requests.ts';
import { at, listAt } from '../../points/values.ts';
import { trimSeconds, wordsIn } from '../../survey/content.ts';
import { all, exchange, notAsked, type Readers } from './reader.ts';

export const requestReaders: Readers<typeof requestPoints> = {
  'request.clips': all('clips', (found) =>
    (found[0]?.status ?? 0) < 300
      ? 'the source'
      : (found.at(-1)?.status ?? 400) < 300
        ? 'more than the source'
        : undefined,
  ),
  'request.values': notAsked('A service that accepts the value would start to work on the clips.'),
  'request.trim': all('trim', (found) => {
    // A service may ignore a field that it does not know.
    const index = found.findIndex(({ body }) => at(listAt(body, 'items')[0], 'trim_start_seconds') === trimSeconds);
    return ['trim_start_seconds', 'trim.head_seconds'][index];
  }),
  'request.media': all('media', (found) => {
    const index = found.findIndex(({ status, body }) => status < 300 && at(body, 'updated.opacity') === 0.5);
    return ['fields of updated', 'properties'][index];
  }),
  'request.effect': all('color', (found) => {
    const sent = found.find(({ status }) => status < 300)?.sent;
    if (sent === undefined) return undefined;
    return at(sent, 'settings') === undefined ? 'any' : 'settings';
  }),
  'request.corrections': all('correct', (found) => {
    const index = found.findIndex(({ status, body }) => status < 300 && Number(at(body, 'replacements_applied')) > 0);
    return ['phrase_replacements', 'replacements', 'array of pairs'][index];
  }),
  'request.project': all('sound', (found) => {
    const index = found.findIndex(({ sent, body }) => {
      const id = at(body, 'project_id');
      return id !== undefined && [at(sent, 'project_id'), at(sent, 'target_project')].includes(id);
    });
    if (found.every(({ body }) => typeof at(body, 'project_id') !== 'string')) return undefined;
    return ['project_id', 'target_project'][index] ?? 'no';
  }),
  'request.logo': exchange('logo', ({ status }) =>
    status < 300 ? 'optional' : status === 400 || status === 422 ? 'required' : undefined,
  ),
  'request.events': exchange('webhookUnlisted', ({ status }) => (status < 300 ? 'yes' : 'no')),
  'request.query': exchange('matchedWithPlus', ({ body }) => (wordsIn(body).length > 0 ? 'a space' : 'itself')),
  'request.moreFields': exchange('moreField', ({ status }) => (status < 300 ? 'ignored' : 'refused')),
};
