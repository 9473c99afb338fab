import { inTurns, type Measure, perCall } from '../lib/in-turns.ts';
import { authorization, mockWithWords } from '../lib/projects.ts';
import { atMost, type Extent, type Table } from '../lib/table.ts';

type Call = () => Promise<unknown>;

/** Compares calls on a short and a long project. A call should take about as long on both. */
export async function growth({ isShort }: Extent): Promise<Table[]> {
  const short = await callsOf(1000);
  const long = await callsOf(isShort ? 2000 : 100_000);
  const tables: Table[] = [];
  for (const [name, { call }] of Object.entries(short)) {
    const calls = isShort ? 2 : 20;
    const longCall = long[name]?.call;
    if (!longCall) continue;
    const measures: Record<string, Measure> = {
      '1,000 words': perCall(calls, call),
      '100,000 words': perCall(calls, longCall),
    };
    const goals = { '100,000 words': atMost(3, 'ratio') };
    const rows = await inTurns(measures, { rounds: isShort ? 1 : 15, goals });
    tables.push({
      title: name,
      method: 'On a project with 1,000 words, and on a project with 100,000 words.',
      unit: 'µs',
      rows,
    });
  }
  return tables;
}

async function callsOf(words: number): Promise<Record<string, { readonly call: Call }>> {
  const { mock, id } = await mockWithWords(words);
  const headers = { ...authorization, 'content-type': 'application/json' };
  const request = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await mock.fetch(`${mock.baseUrl}/projects/${id}${path}`, init);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return Object(await response.json());
  };
  const middle = words / 5 / 2;
  const { captions } = await request('GET', `/captions?limit=3&offset=${middle}`);
  const [edited, moved, retimed] = captions;
  const [word] = retimed.words;
  let turn = 0;
  const alternate = (one: number, other: number) => (turn++ % 2 === 0 ? one : other);
  return {
    'Split a word and merge it again': {
      call: async () => {
        const [first] = (await request('GET', `/captions?limit=1&offset=${middle}`)).captions[0].words;
        await request('POST', '/captions/words/split', { word_id: first.id, words: ['one', 'two'] });
        const { words: parts } = (await request('GET', `/captions?limit=1&offset=${middle}`)).captions[0];
        await request('POST', '/captions/words/merge', { word_ids: [parts[0].id, parts[1].id] });
      },
    },
    'Retime a word': {
      call: () => {
        const start_seconds = word.start_seconds + alternate(0.001, 0.002);
        const updates = [{ word_id: word.id, start_seconds, end_seconds: word.end_seconds }];
        return request('POST', '/captions/words/retime', { updates });
      },
    },
    'Move an item': {
      call: () => {
        const new_start_seconds = moved.start_seconds + alternate(0.001, 0.002);
        const items = [{ timeline_item_id: moved.timeline_item_id, new_start_seconds }];
        return request('POST', '/timeline/batch-move', { items });
      },
    },
    'Trim an item': {
      call: () => {
        const items = [{ timeline_item_id: edited.timeline_item_id, trim_end_seconds: alternate(0.001, 0.002) }];
        return request('POST', '/timeline/batch-trim', { items });
      },
    },
    'The words of an item': {
      call: () => request('GET', `/captions/words?timeline_item_id=${edited.timeline_item_id}`),
    },
    'A page of words': { call: () => request('GET', `/captions/words?limit=50&offset=${words / 2}`) },
    'The items at a time': { call: () => request('GET', `/timeline/at?time_seconds=${words / 5}`) },
    'Correct a phrase': {
      call: () =>
        request('POST', '/transcript/corrections', { phrase_replacements: [{ from_words: ['w1'], to_words: ['w1'] }] }),
    },
  };
}
