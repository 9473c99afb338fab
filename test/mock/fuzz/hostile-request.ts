import fc from 'fast-check';
import type { ZodMiniType } from 'zod/mini';
import { faultOf, newDraft } from '../../../mock/console/faults/draft.ts';
import { controlTable } from '../../../mock/control/table.ts';
import { callFaultKindNames } from '../../../mock/faults/fault-kinds.ts';
import { api } from '../../../mock/http/api.ts';
import { recordedMethods } from '../../../mock/records/request-filter.ts';
import { fieldsOf } from '../../support/schema.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { fromSchema } from './from-schema.ts';
import { hostileTexts, mutated, mutation } from './hostile-json.ts';

/** The parts of a request as plain data, because a failed test prints data more readably than a `Request`. */
export interface HostileRequest {
  readonly method: string;
  /** The part of the URL after the origin. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as a string with one character for each byte. */
  readonly body: string | undefined;
}

interface Row {
  readonly method: string;
  readonly path: string;
  readonly query?: ZodMiniType;
  readonly body?: ZodMiniType;
  /** Bodies for a route that would reject almost every body generated from its schema. */
  readonly samples?: readonly unknown[];
}

/** Generates valid and invalid requests to every endpoint of the API and the control API, and to unknown paths. */
export function hostileRequest(known: readonly string[], state: unknown): fc.Arbitrary<HostileRequest> {
  const strings = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known) },
    { weight: 2, arbitrary: fc.constantFrom('we', 'Moon', 'https://v.example/1', 'export.ready', 'sentence') },
    { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
  );
  const rows: readonly Row[] = [
    ...Object.values(api).map((row) => ({ ...row, path: `/api/v1${row.path}` })),
    ...Object.values(controlTable).map((row) => ({
      ...row,
      path: `/_mock${row.path}`,
      ...samplesOf(row.path, state),
    })),
  ];
  return fc.oneof(...rows.map((row) => requestOf(row, strings)));
}

function samplesOf(path: string, state: unknown): { samples?: readonly unknown[] } {
  if (path === '/state') return { samples: [state] };
  if (path === '/faults') return { samples: faults };
  if (path === '/seed') return { samples: captions.map((text) => ({ name: 'Seeded', captions: text })) };
  return {};
}

const captions: readonly string[] = [
  'WEBVTT\n\n00:01.000 --> 00:02.000\n<b>Go</b> <00:01.500>on',
  `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<b>'.repeat(30_000)}x`,
  `1\n00:00:01,000 --> 00:00:02,000\n${'word '.repeat(2000)}`,
  '1\n99:99:99,999 --> 00:00:02,000\nx',
  '\0',
];

const faults: readonly object[] = [
  ...callFaultKindNames.map((kind) => faultOf(newDraft('calls', kind))),
  { match: { endpoint: 'projects.create', share: 0.5 }, when: 'after', status: 503, times: 1 },
  { match: { project: 'p' }, status: 429, headers: { 'retry-after': '1' } },
  { set: { id: { deep: [null] } } },
  { match: { file: 'exports', share: 0.5 }, cut: true, times: 1 },
]
  // The draft of a delay fault has a delay of 2 s, which is too long for this test.
  .map((fault) => ('delay' in fault ? { delay: 1 } : fault));

function requestOf(row: Row, strings: fc.Arbitrary<string>): fc.Arbitrary<HostileRequest> {
  const names = [...row.path.matchAll(/\{\w+\}/g)];
  return fc
    .record({
      method: mostly(row.method, ...recordedMethods, 'OPTIONS', 'PURGE', 'PROPFIND', '__proto__'),
      ids: fc.tuple(...names.map(() => segment(strings))),
      suffix: mostly('', '/', '//', '/x', '/..', '/%2e%2e', '%00', '/%ff', '?', `/${'x'.repeat(3000)}`),
      query: queryOf(row.query, strings),
      headers,
      body: bodyOf(row, strings),
    })
    .map(({ method, ids, suffix, query, headers, body }) => {
      const left = [...ids];
      const path = row.path.replace(/\{\w+\}/g, () => left.shift() ?? '');
      return { method, target: `${path}${suffix}${query}`, headers, body };
    });
}

function segment(strings: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 9, arbitrary: strings.map((text) => percentEncoded(text, 3000)) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%ff%fe', '%2F', '.', '..', '%2e', '%00', ';a=b', '@', '日') },
  );
}

function queryOf(schema: ZodMiniType | undefined, strings: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('1', '0', '5', '0.5', 'sentence') },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '-1',
        '1e999',
        '1e3',
        ' 1',
        '0x10',
        'NaN',
        '',
        '%00',
        '%',
        '%ff',
        '501',
        '9007199254740993',
      ),
    },
    { weight: 1, arbitrary: strings.map((text) => percentEncoded(text, 2000)) },
  );
  const key = fc.constantFrom(...namesOf(schema), '__proto__', 'constructor', '', 'apiKey', 'x');
  const pairs = fc.array(fc.tuple(key, value), { maxLength: schema ? 3 : 1 });
  return pairs.map((list) => (list.length === 0 ? '' : `?${list.map(([name, text]) => `${name}=${text}`).join('&')}`));
}

function namesOf(schema: ZodMiniType | undefined): string[] {
  return schema ? fieldsOf(schema).map(([name]) => name) : [];
}

const headers: fc.Arbitrary<Record<string, string>> = fc
  .record({
    authorization: mostly(
      'Bearer test',
      '',
      'Bearer',
      'Bearer ',
      'Basic dGVzdA==',
      'Bearer a b',
      'Bearer __proto__',
      'Bearer constructor',
      `Bearer ${'k'.repeat(6000)}`,
      'Bearer \u00ff',
    ),
    'content-type': mostly(
      'application/json',
      '',
      'text/plain',
      'application/json; charset=utf-16',
      'application/jsonx',
      'application/vnd.x+json',
      'multipart/form-data',
      `application/${'+'.repeat(3000)}json`,
    ),
    'content-length': mostly('', '0', '-1', '1e9', '99999999999', 'x'),
    'idempotency-key': mostly(
      '',
      'key-12345678',
      'short',
      'k'.repeat(200),
      'k'.repeat(201),
      '__proto__',
      'constructor',
      'a b c d e f',
      '\u00e9'.repeat(9),
    ),
    'access-control-request-headers': mostly('', 'x'.repeat(2000), '*'),
    range: mostly('', 'bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=0-99999999999999999999', 'lines=1-2'),
    'if-none-match': mostly('', '*', '"x"'),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')));

function bodyOf({ body, samples }: Row, strings: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> {
  if (!body) return mostly<string | undefined>(undefined, '', '{}', 'x');
  const values = samples ? fc.constantFrom(...samples) : fromSchema(body, strings);
  const json = fc
    .tuple(values, fc.array(mutation, { maxLength: 2 }))
    .map(([value, mutations]) => toBytes(mutated(value, mutations)));
  const garbage = fc.oneof(
    fc.constantFrom<string | undefined>(
      undefined,
      '',
      'null',
      '5',
      '"x"',
      '[]',
      '{',
      '{"a":',
      '\ufeff{}',
      '\xff\xfe{\0}\0',
      '\x1f\x8b\b',
      '{"a":1}{"b":2}',
      "{'a':1}",
      '{"a":undefined}',
    ),
    unicodeText({ maxLength: 40 }).map(toBytes),
  );
  return fc.oneof({ weight: 9, arbitrary: json }, { weight: 1, arbitrary: garbage });
}

/** Percent-encodes a text, after replacing lone surrogates, because a URL cannot contain them. */
function percentEncoded(text: string, maxLength: number): string {
  return encodeURIComponent(Buffer.from(text.slice(0, maxLength)).toString());
}

/** Encodes a text as UTF-8, and returns a string with one character for each byte. */
function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function mostly<T>(usual: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 3, arbitrary: fc.constantFrom(...others) });
}
