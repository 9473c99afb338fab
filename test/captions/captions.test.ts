import { Clipwright, ConfigurationError } from 'clipwright';
import { array, assert, asyncProperty, constantFrom, double, oneof, record, string } from 'fast-check';
import { type CaptionsFileFormat, parseText, tokenizeVTTCue, type VTTNode } from 'media-captions';
import { describe, expect, it } from 'vitest';
import { type Caption, type CaptionWord, InvalidCaptionError, toSrt, toWebVtt } from '../../src/captions/index.ts';
import { unicodeText } from '../support/unicode-text.ts';

const talk = [
  caption('c1', 'Four score\nand seven', 1, 2.5, ['Four', 'score', 'and', 'seven']),
  caption('c2', 'years ago', 2.5, 4),
];

describe.each([
  ['toSrt', toSrt],
  ['toWebVtt', toWebVtt],
] as const)('%s with invalid input', (_, write) => {
  const all = 'as `await client.captions.list(projectId).toArray()` gives them.';
  const page = (hasMore: boolean) => Object.assign([...talk], { hasMore });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'WEBVTT'],
    ['a promise', Promise.resolve(talk)],
    ['a response body', { captions: talk }],
    ['an un-awaited list', new Clipwright({ apiKey: 'k', baseUrl: 'https://a.test' }).captions.list('p')],
  ])('says that %s is not an array of captions', (_name, value) => {
    // Cast: callers without types can pass anything.
    expect(() => write(value as Caption[])).toThrow(`captions must be an array of captions, ${all}`);
  });

  it('says which entry is not a caption', () => {
    const [first] = talk;
    const mixed = [first, first?.words?.[0]];
    const message = 'captions[1] must be a caption, with a `caption_id`, not a word or anything else.';
    expect(() => write(mixed as Caption[])).toThrow(ConfigurationError);
    expect(() => write(mixed as Caption[])).toThrow(message);
    expect(() => write([first, undefined] as Caption[])).toThrow(message);
  });

  it('rejects a page if another page follows', () => {
    expect(() => write(page(true))).toThrow(`captions must be all captions, not a page that others follow, ${all}`);
    expect(write(page(false))).toBe(write(talk));
  });
});

describe('toWebVtt', () => {
  it('writes a cue for each caption', () => {
    expect(toWebVtt(talk)).toBe(
      [
        'WEBVTT\n',
        '00:00:01.000 --> 00:00:02.500\nFour score\nand seven\n',
        '00:00:02.500 --> 00:00:04.000\nyears ago\n',
      ].join('\n'),
    );
  });

  it('writes a valid file for no captions', () => {
    expect(toWebVtt([])).toBe('WEBVTT\n');
  });

  it('accepts any iterable and does not modify it', () => {
    const shuffled = Object.freeze([...talk].reverse());
    expect(toWebVtt(new Set(shuffled))).toBe(toWebVtt(talk));
  });

  it('escapes markup and arrows', () => {
    const [, , text] = toWebVtt([caption('c', 'R&D <b> --> &lt;', 0, 1)])
      .split('\n')
      .slice(1);
    expect(text).toBe('R&amp;D &lt;b&gt; --&gt; &amp;lt;');
  });

  it.each(['a\n\nb', 'a\r\n\r\nb', 'a\r\rb', '\n a \n \t\n b\n'])('does not let a blank line end a cue: %j', (text) => {
    expect(toWebVtt([caption('c', text, 0, 1)])).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:01.000\na\nb\n');
  });

  it('omits captions without text', () => {
    const silent = [caption('c', ' \n', 0, 1), { caption_id: 'c' }, { ...caption('c', '', 0, 1), text: null }];
    expect(toWebVtt(received([...silent, ...talk]))).toBe(toWebVtt(talk));
  });
});

describe('karaoke', () => {
  const karaoke = (...captions: Caption[]) => toWebVtt(captions, { karaoke: true }).split('\n').slice(3, -1);

  it('puts a timestamp before each word except the one that starts the cue', () => {
    expect(karaoke(talk[0] as Caption)).toEqual(['Four <00:00:01.375>score <00:00:01.750>and <00:00:02.125>seven']);
  });

  it('puts a timestamp before the first word if the word starts after the cue', () => {
    expect(karaoke({ ...caption('c', 'a b', 1, 9), words: [word('a', 2, 3), word('b', 4, 5)] })).toEqual([
      '<00:00:02.000>a <00:00:04.000>b',
    ]);
  });

  it('omits timestamps that are before the cue, before an earlier word, or not before the end of the cue', () => {
    const words = [
      word('a', 0, 1),
      word('b', 3, 4),
      word('c', 3, 4),
      word('d', 2, 3),
      word('e', 5, 6),
      word('f', 7, 8),
    ].map((each, order_index) => ({ ...each, order_index }));
    expect(karaoke({ ...caption('c', 'a', 1, 5), words })).toEqual(['a <00:00:03.000>b c d e f']);
  });

  it.each<[string, Partial<CaptionWord>[], string]>([
    ['their index', [{ order_index: 1 }, { order_index: 2 }, { order_index: 0 }], '<00:00:01.000>a <00:00:03.000>c b'],
    [
      'their start, if one has no index',
      [{ order_index: 2 }, { order_index: null }, { order_index: 0 }],
      '<00:00:01.000>a <00:00:02.000>b <00:00:03.000>c',
    ],
    [
      'their start, if two have the same index',
      [{ order_index: 0 }, { order_index: 1 }, { order_index: 1 }],
      '<00:00:01.000>a <00:00:02.000>b <00:00:03.000>c',
    ],
    [
      'their paragraph, then their index',
      [
        { paragraph_index: 1, order_index: 0, start_seconds: null },
        { paragraph_index: 0, order_index: 1 },
        { paragraph_index: 0, order_index: 0 },
      ],
      '<00:00:01.000>a <00:00:02.000>b c',
    ],
    [
      'their paragraph, with 0 for a missing one',
      [{ paragraph_index: 1, order_index: 0 }, { order_index: 1 }, { paragraph_index: null, order_index: 0 }],
      '<00:00:01.000>a <00:00:02.000>b <00:00:03.000>c',
    ],
    [
      'their start, if two have the same index, and the paragraph 0 or none',
      [{ paragraph_index: 0, order_index: 0 }, { order_index: 1 }, { order_index: 0 }],
      '<00:00:01.000>a <00:00:02.000>b <00:00:03.000>c',
    ],
    [
      'their given order, if one has neither an index nor a start',
      [{}, { start_seconds: null }, {}],
      '<00:00:03.000>c b a',
    ],
  ])('sorts words by %s', (_, more, line) => {
    const words = [word('c', 3, 4), word('b', 2, 3), word('a', 1, 2)].map((each, at) => ({ ...each, ...more[at] }));
    expect(karaoke({ ...caption('c', 'a', 0, 9), words })).toEqual([line]);
  });

  it('escapes words, removes line breaks within words, and skips blank words', () => {
    const words = [word('R&D', 0, 1), word(' \n', 1, 2), word('New\n\nYork', 2, 3)];
    expect(karaoke({ ...caption('c', 'a', 0, 5), words })).toEqual(['R&amp;D <00:00:02.000>New York']);
  });

  it.each([
    ['null', null],
    ['missing', undefined],
    ['blank', ' '],
  ])('writes the words of a caption whose text is %s', (_what, text) => {
    const words = [word('score', 1, 2), word('Four', 0, 1)];
    const spoken = { ...caption('c', '', 0, 2), words };
    const { text: _text, ...textless } = spoken;
    const written = received([text === undefined ? textless : { ...textless, text }]);
    expect(toSrt(written)).toContain('\nFour score\n');
    expect(toWebVtt(written)).toContain('\nFour score\n');
  });

  it.each([
    ['no words', []],
    ['missing words', undefined],
    ['null as words', null],
    ['a word whose text is missing', [word('a', 0, 1), { id: 'w' }]],
    ['a word whose text is null', [{ id: 'w', word: null }, word('b', 1, 2)]],
  ])('writes the text of a caption with %s', (_what, words) => {
    const { words: _all, ...wordless } = caption('c', 'a\nb', 0, 5);
    expect(karaoke(...received([words === undefined ? wordless : { ...wordless, words }]))).toEqual(['a', 'b']);
  });

  it('writes a word without a timestamp if its time is missing or null', () => {
    const words = [
      word('a', 0, 1),
      { id: 'w2', word: 'b' },
      { id: 'w3', word: 'c', start_seconds: null },
      word('d', 3, 4),
    ];
    expect(karaoke({ ...caption('c', 'a b c d', 0, 5), words })).toEqual(['a b c <00:00:03.000>d']);
  });
});

describe('toSrt', () => {
  it('numbers the cues and writes times with a comma', () => {
    expect(toSrt([...talk].reverse())).toBe(
      [
        '1\n00:00:01,000 --> 00:00:02,500\nFour score\nand seven\n',
        '2\n00:00:02,500 --> 00:00:04,000\nyears ago\n',
      ].join('\n'),
    );
  });

  it('keeps text unchanged except for arrows', () => {
    expect(toSrt([caption('c', 'R&D <b> --> --->', 0, 1)])).toBe('1\n00:00:00,000 --> 00:00:01,000\nR&D <b> -> ->\n');
  });

  it('handles a long run of hyphens in linear time', () => {
    // In quadratic time, this many hyphens would take minutes.
    const hyphens = '-'.repeat(200_000);
    expect(toSrt([caption('c', `${hyphens} ${hyphens}>`, 0, 1)])).toBe(
      `1\n00:00:00,000 --> 00:00:01,000\n${hyphens} ->\n`,
    );
  });

  it('returns an empty string for no captions', () => {
    expect(toSrt([])).toBe('');
  });
});

describe('times', () => {
  it.each([
    [0, 0.0004, '00:00:00.000 --> 00:00:00.001'],
    [59.9994, 59.9996, '00:00:59.999 --> 00:01:00.000'],
    [3599.9999, 3600, '01:00:00.000 --> 01:00:00.001'],
    [-1, 0.5, '00:00:00.000 --> 00:00:00.500'],
    [-2, -1, '00:00:00.000 --> 00:00:00.001'],
    [5, 5, '00:00:05.000 --> 00:00:05.001'],
    [360_000, 3_600_000.5, '100:00:00.000 --> 1000:00:00.500'],
  ])('from %d s to %d s are written as %s', (start, end, line) => {
    expect(toWebVtt([caption('c', 'text', start, end)]).split('\n')[2]).toBe(line);
  });

  const bad: [string, Caption, string][] = [
    ['a start of NaN', caption('cap_7', 'a', Number.NaN, 1), 'start_seconds is NaN'],
    ['an infinite end', caption('cap_7', 'a', 1, Number.POSITIVE_INFINITY), 'end_seconds is Infinity'],
    ['a start that is missing', { caption_id: 'cap_7', text: 'a', end_seconds: 1 }, 'start_seconds is undefined'],
    ['an end that is null', { ...caption('cap_7', 'a', 0, 1), end_seconds: null }, 'end_seconds is null'],
    ['an end too large to write', caption('cap_7', 'a', 1, 1e300), 'end_seconds is 1e+300'],
    ['an end before its start', caption('cap_7', 'a', 2, 1), 'it ends at 1 s, before it starts at 2 s'],
    [
      'a word at NaN',
      { ...caption('cap_7', 'a', 1, 2), words: [word('a', Number.NaN, 2)] },
      'start_seconds of the word "word a" is NaN',
    ],
  ];

  it.each(bad)('with %s are rejected, and the error names the caption', (_what, caption, fault) => {
    const write = () => toWebVtt([...talk, caption], { karaoke: true });
    expect(write).toThrow(InvalidCaptionError);
    expect(write).toThrow(expect.objectContaining({ name: 'InvalidCaptionError', captionId: 'cap_7' }));
    expect(write).toThrow(`Caption "cap_7" cannot be written: ${fault}`);
  });
});

describe('a WebVTT or SRT parser', () => {
  const times = oneof(double({ min: 0, max: 359_000, noNaN: true }), constantFrom(59.9995, 59.9999, 3599.9996));
  const texts = oneof(string(), unicodeText(), constantFrom('a --> b', '&lt;', '1', '00:00:01.000 --> 2'));
  const drafts = record({
    at: times,
    length: double({ min: 0, max: 10, noNaN: true }),
    lines: array(texts, { maxLength: 3 }),
  });
  const captions = array(drafts, { maxLength: 8 }).map((all) =>
    all.map(({ at, length, lines }, i) => caption(`c${i}`, ['-', ...lines].join('\n'), at, at + length)),
  );

  it.each([
    ['vtt', toWebVtt],
    ['vtt', (captions: Caption[]) => toWebVtt(captions, { karaoke: true })],
    ['srt', toSrt],
  ] as const)('reads back the captions written as %s', async (type, write) => {
    await assert(
      asyncProperty(captions, async (captions) => {
        const cues = await read(write(captions), type);
        const expected = captions.toSorted((a, b) => milliseconds(a) - milliseconds(b));
        expect(cues.map(({ text }) => words(text))).toEqual(expected.map(({ text }) => words(srtSafe(text, type))));
        expect(cues.map(({ start }) => Math.round(start * 1000))).toEqual(expected.map(milliseconds));
        expect(cues.filter(({ start, end }) => end <= start)).toEqual([]);
      }),
    );
  });

  it('reads back karaoke words with their times', async () => {
    const { cues } = await parseText(toWebVtt(talk, { karaoke: true }));
    expect(cues.map((cue) => timed(tokenizeVTTCue(cue)))).toEqual([
      ['Four ', [1.375, 'score '], [1.75, 'and '], [2.125, 'seven']],
      ['years ', [3.25, 'ago']],
    ]);
  });
});

/** Types objects as captions. Without strict validation, the client returns such incomplete captions. */
function received(captions: readonly object[]): Caption[] {
  // Cast: a caption may lack required fields.
  return captions as Caption[];
}

/** A caption whose words share its time evenly. */
function caption(id: string, text: string, start: number, end: number, spoken = text.split(/\s+/)): Caption {
  const length = (end - start) / spoken.length;
  const words = spoken.map((each, i) => word(each, start + i * length, start + (i + 1) * length));
  return { caption_id: id, text, start_seconds: start, end_seconds: end, words };
}

function word(word: string, start: number, end: number): CaptionWord {
  return { id: `word ${word}`, word, start_seconds: start, end_seconds: end };
}

async function read(file: string, type: CaptionsFileFormat) {
  const { cues, errors } = await parseText(file, { type, errors: true });
  expect(errors).toEqual([]);
  return cues.map((cue) => ({
    start: cue.startTime,
    end: cue.endTime,
    text: type === 'srt' ? cue.text : plain(tokenizeVTTCue(cue)),
  }));
}

function plain(nodes: VTTNode[]): string {
  return nodes.map((node) => (node.type === 'text' ? node.data : plain(node.children))).join('');
}

/** The text after each timestamp. The parser nests each timestamp in the previous one. */
function timed(nodes: VTTNode[]): unknown[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return [node.data];
    const [first, ...rest] = timed(node.children);
    return node.type === 'timestamp' ? [[node.time, first], ...rest] : [first, ...rest];
  });
}

function milliseconds({ start_seconds }: Caption): number {
  return Math.round(Number(start_seconds) * 1000);
}

function srtSafe(text: string, type: CaptionsFileFormat): string {
  return type === 'srt' ? text.replace(/-+->/g, '->') : text;
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((each) => each !== '');
}
