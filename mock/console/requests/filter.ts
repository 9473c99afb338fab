import type { RequestRecord } from 'clipwright/mock';

/** Says whether a request is meant by one word of a filter. */
type Matches = (request: RequestRecord) => boolean;

/** The requests that match every word: `4xx`, `404`, `fault:any`, `fault:fault-2`, `replayed`, `source:console`, any text. */
export function filterRequests(requests: readonly RequestRecord[], filter: string): readonly RequestRecord[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean).map(wordMatches);
  return words.length === 0 ? requests : requests.filter((request) => words.every((matches) => matches(request)));
}

function wordMatches(word: string): Matches {
  if (/^[1-5]xx$/.test(word)) return ({ status }) => status !== null && String(status).startsWith(word.charAt(0));
  if (/^[1-5]\d\d$/.test(word)) return ({ status }) => status === Number(word);
  if (word === 'lost') return ({ status }) => status === null;
  if (word === 'replayed') return ({ replayed }) => replayed;
  if (word === 'fault:any') return ({ fault }) => fault !== null;
  const [, field, value = ''] = /^(fault|source|key):(.+)$/.exec(word) ?? [];
  if (field === 'fault') return ({ fault }) => fault === value;
  if (field === 'source') return ({ source }) => source === value;
  if (field === 'key') return ({ idempotencyKey }) => idempotencyKey?.toLowerCase().includes(value) === true;
  return (request) => textOf(request).includes(word);
}

/** What a text is looked for in: of the body, what was sent. */
function textOf({ id, method, url, endpoint, body, why }: RequestRecord): string {
  return [id, method, url, endpoint, why?.code, why?.message, JSON.stringify(body)].join('\n').toLowerCase();
}
