import type { resourcePoints } from '../../points/resources.ts';
import { at, idIn, listAt, textAt, wordOf } from '../../points/values.ts';
import type { Exchange } from '../../survey/asker.ts';
import type { Purpose } from '../../survey/purposes.ts';
import type { Seen } from '../../survey/survey.ts';
import { all, body, exchange, notAsked, type Reader, type Readers, value } from './reader.ts';

export const resourceReaders: Readers<typeof resourcePoints> = {
  'project.status': value('created', 'status'),
  'project.aspectRatio': value('created', 'aspect_ratio'),
  'project.name': exchange('created', ({ sent, body }) =>
    at(body, 'name') === at(sent, 'name') ? 'as sent' : textAt(body, 'name') && 'made unique',
  ),
  'project.duplicate': exchange('duplicate', ({ status }) => (status < 300 ? 'yes' : String(status))),
  'audio.type': value('audio', 'asset', (asset) => (asset ? wordOf(at(asset, 'audio_type')) : undefined)),
  'audio.asset': value('audio', 'asset', (asset) =>
    typeof asset === 'object' && asset !== null ? 'yes' : wordOf(asset),
  ),
  'audio.reimport': body('audioAgain', (again) => {
    if (at(again, 'deduped') === true) return 'deduped';
    return at(again, 'imported') === true ? 'imported again' : 'neither';
  }),
  'audio.placement': value('audio', 'timeline_item_id', (id) => (typeof id === 'string' ? 'placed' : wordOf(id))),
  'audio.importedAt': value('audio', 'provider_request.imported_at', (time) => {
    if (typeof time !== 'string') return undefined;
    if (/^\d+$/.test(time)) return 'Unix seconds';
    return /^\d{4}-?\d\d/.test(time) ? 'timestamp' : 'words';
  }),
  'logo.nextActions': value('logo', 'next_actions', (actions) => {
    if (!Array.isArray(actions)) return wordOf(actions);
    return actions.length === 0 ? 'none' : 'one';
  }),
  'logo.replace': exchange('logoAgain', ({ status }) => (status < 300 ? 'accepted' : 'refused')),
  'webhook.again': exchange('webhookAgain', (again, { webhook }) => {
    if (again.status >= 300) return String(again.status);
    const [first, second] = [webhook.at(-1)?.body, again.body].map(idIn);
    return first === undefined ? undefined : first === second ? 'the same webhook' : 'another webhook';
  }),
  'webhook.response': exchange('webhook', ({ status, text, body }) => {
    if (status >= 300) return undefined;
    if (text === '') return 'empty';
    if (Array.isArray(body)) return 'array';
    if (typeof body !== 'object' || body === null) return typeof body === 'string' ? 'string' : wordOf(body);
    const values = Object.values(body);
    if (values.length === 0) return 'empty object';
    if (['id', 'url', 'events'].some((name) => Object.hasOwn(body, name))) return 'webhook';
    return values.length === 1 && typeof values[0] === 'object' ? 'webhook in an object' : 'another shape';
  }),
  'nextAction.path': nextAction('path', (path, { baseUrl }) => {
    if (URL.canParse(path)) return 'URL';
    if (!path.startsWith('/')) return 'without slash';
    return path.startsWith(`${new URL(baseUrl).pathname}/`) ? 'with base path' : 'with slash';
  }),
  'nextAction.method': nextAction('method', (method) => method),
  'nextAction.body': notAsked('The check follows no next action, because it cannot know what the action changes.'),
  'idempotency.status': ofRepeatedKey('replayed', ({ status }, { created }) => {
    return status === created.at(-1)?.status ? 'original' : String(status);
  }),
  'idempotency.running': notAsked('The check sends one request at a time.'),
  'idempotency.scope': ofRepeatedKey('otherEndpoint', ({ status }) =>
    status === 409 ? 'once' : 'once for each endpoint',
  ),
  'idempotency.kept': ofRepeatedKey('replayedAgain', ({ body }, { created }) => {
    return textAt(body, 'id') === textAt(created.at(-1)?.body, 'id') ? 'after a replay' : 'until it was replayed';
  }),
  'idempotency.input': all('otherBytes', ([first, second]) => {
    if (first === undefined || second === undefined || first.status >= 300) return undefined;
    if (second.status >= 300) return 'their bytes';
    return idIn(first.body) === idIn(second.body) ? 'their values' : undefined;
  }),
  'idempotency.errors': ofRepeatedKey('afterInvalid', ({ status }, { invalid }) => {
    if ((invalid.at(-1)?.status ?? 200) < 300) return undefined;
    return status < 300 ? 'forgotten' : 'replayed';
  }),
  'idempotency.header': ofRepeatedKey('replayed', ({ headers }) => {
    return [...headers.keys()].some((name) => /idempoten|replay/.test(name)) ? 'present' : 'absent';
  }),
  'idempotency.code': exchange('conflict', ({ status, body }) =>
    status === 409 ? wordOf(at(body, 'error.code')) : undefined,
  ),
};

/** Reads the last exchange of a purpose, unless the service has ignored a repeated key. */
function ofRepeatedKey(from: Purpose, read: (last: Exchange, seen: Seen) => string | undefined): Reader {
  return exchange(from, (last, seen) => {
    const [first, again] = [seen.created, seen.replayed].map((found) => idIn(found.at(-1)?.body));
    return first === again ? read(last, seen) : undefined;
  });
}

function nextAction(name: string, describe: (text: string, exchange: Exchange) => string): Reader {
  return exchange('logo', (last) => {
    const text = textAt(listAt(last.body, 'next_actions')[0], name);
    return text === undefined ? undefined : describe(text, last);
  });
}
