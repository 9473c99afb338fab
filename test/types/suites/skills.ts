import { beforeAll, describe, expect, test } from 'vitest';
import { type CodeSpan, isCommand, isPath, skillSpans, type Verdict } from '../../demo/support/code-spans.ts';
import { failuresOf, fieldNames, type PackageNames, readPackageNames } from '../support/package-names.ts';

// Names from other packages, names from HTTP, and JavaScript syntax.
const notOurs = [
  '/api/v1',
  'Retry-After',
  'express.json()',
  'for await',
  'instanceof',
  'ioredis',
  'node:http',
  'redis',
];
const notOurFields = ['orderId', 'retry-after', 'tags'];
const headers = ['x-service-signature', 'x-service-timestamp'];
const variables = ['CLIPWRIGHT_API_KEY', 'CLIPWRIGHT_BASE_URL', 'CLIPWRIGHT_WEBHOOK_SECRET'];

describe('code in backticks in the skills', () => {
  const isKnown = ({ text }: CodeSpan) => [...notOurs, ...headers, ...variables].includes(text);
  const code = skillSpans.filter((span) => !isPath(span) && !isCommand(span) && !isKnown(span));

  let names: PackageNames;
  let failures: ReadonlyMap<string, string>;
  const withVerdict = (verdict: Verdict) => code.filter((span) => span.verdict === verdict);
  const failureOf = ({ text }: CodeSpan) => (names.members.has(text) ? undefined : failures.get(text));

  beforeAll(() => {
    names = readPackageNames();
    failures = failuresOf(['', ...code.map(({ text }) => text)], (text) => programOf(text, names));
  });

  test('is checked in a program that compiles without this code', () => {
    expect(failures.get('')).toBeUndefined();
  });

  test('compiles if it is marked as right or as "wrong but compiles"', () => {
    const compiling = [...withVerdict('right'), ...withVerdict('wrong but compiles')];
    expect(compiling.length).toBeGreaterThan(80);
    const failed = compiling.filter((span) => failureOf(span) !== undefined);
    expect(failed.map((span) => `${span.skill}: ${span.text}: ${failureOf(span)}`)).toEqual([]);
  });

  test('has no unknown fields if it is marked as right', () => {
    const fields = withVerdict('right').flatMap(({ text }) => fieldNames(text));
    expect(fields.length).toBeGreaterThan(40);
    expect(fields.filter((field) => !names.members.has(field) && !notOurFields.includes(field))).toEqual([]);
  });

  test('does not compile if it is marked as "does not compile"', () => {
    const wrong = withVerdict('does not compile');
    expect(wrong.length).toBeGreaterThan(40);
    expect(wrong.filter((span) => failureOf(span) === undefined)).toEqual([]);
  });
});

/** A program with the span as its only statement, and with the variables that the skills mention. */
function programOf(text: string, { imports }: PackageNames): string {
  if (text.startsWith('import ')) return text;
  if (/^clipwright\/\w+/.test(text)) return `import * as entry from '${text}'; void entry;`;
  return `${imports}\n${scope}\n{ ${text}; }`;
}

const scope = `
import { createServer } from 'node:http';
import type { Redis } from 'ioredis';
import { setupServer } from 'msw/node';
import { expect } from 'vitest';
declare const client: Clipwright, mock: Mock, server: MockServer, batch: ClipBatch, clip: Clip, job: Job, params: GenerateClipsParams;
declare const source: ClipSource, phrase_replacements: PhraseReplacement[], updates: WordRetiming[], query: Query;
declare const items: TimelineMove[], fields: UpdateMediaParams, event: WebhookEvent, error: unknown, redis: Redis;
declare const job_id: string, project_id: string, projectId: string, itemId: string, clipId: string, orderId: string, captions: string, url: string;
declare const apiKey: string, secret: string, newSecret: string, oldSecret: string, signature: string, body: string;
declare const request: Request, headers: Headers, handle: (request: Request) => Promise<Response>;
declare const handler: (event: ExportReadyEvent) => void;
`;
