import { expect, test } from 'vitest';
import { type OpenTransport, openInProcess } from '../support/transports.ts';

/** Two hours of speech, more or less: 20,000 words that are all different. */
function seedLongProject(transport: OpenTransport): Promise<string> {
  return seedProject(transport, 2000);
}

async function seedProject({ mock }: OpenTransport, cueCount: number): Promise<string> {
  const cues = Array.from({ length: cueCount }, (_, cue) => {
    const words = Array.from({ length: 10 }, (_, word) => `w${cue * 10 + word}`);
    return `${clock(cue * 4)} --> ${clock(cue * 4 + 4)}\n${words.join(' ')}.`;
  });
  return (await mock.seed.project({ name: 'Long', captions: `WEBVTT\n\n${cues.join('\n\n')}\n` })).id;
}

function clock(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(11, 19)}.000`;
}

// The deadlines are wide: what they refuse is work that grows with words times edits.
test('as many corrections as a body can hold are made in a long project within seconds', {
  timeout: 20_000,
}, async () => {
  const transport = openInProcess();
  const id = await seedLongProject(transport);
  const { unmatched_phrase_replacements, replacements_applied } = await transport.client().transcript.correct(id, {
    phrase_replacements: [
      ...Array.from({ length: 7000 }, (_, at) => ({ from_words: [`w${at}`, `w${at + 2}`], to_words: ['x'] })),
      { from_words: ['w19998', 'w19999'], to_words: ['the', 'end'] },
    ],
  });
  expect([unmatched_phrase_replacements?.length, replacements_applied]).toEqual([7000, 1]);
});

test('a phrase as long as a body can hold is searched in a long project within seconds', {
  timeout: 5000,
}, async () => {
  const transport = openInProcess();
  const id = await seedLongProject(transport);
  const from_words = Array.from({ length: 49_000 }, () => 'w1');
  const result = await transport
    .client()
    .transcript.correct(id, { phrase_replacements: [{ from_words, to_words: ['x'] }] });
  expect(result.replacements_applied).toBe(0);
});

test('a page takes at most twice as long as in a project of a hundredth of the length, at any offset', {
  timeout: 20_000,
}, async () => {
  const transport = openInProcess();
  const [long, short] = [await seedLongProject(transport), await seedProject(transport, 20)];
  const { captions } = transport.client();
  for (const [list, far, near] of [
    [captions.words, 0, 0],
    [captions.words, 10_000, 100],
    [captions.words, 19_999, 199],
    [captions, 1999, 19],
  ] as const) {
    // Pages of one entry, so that the cost of their length does not hide the cost of finding them.
    const page = (id: string, offset: number) => timed(() => list.list(id, { limit: 1, offset }));
    const costs: { readonly long: number[]; readonly short: number[] } = { long: [], short: [] };
    // In turn, and by the median: other load on the machine then slows either both or few of them.
    for (let round = 0; round < 200; round += 1) {
      costs.long.push(await page(long, far));
      costs.short.push(await page(short, near));
    }
    expect(median(costs.long) / median(costs.short)).toBeLessThan(2);
  }
});

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
