import type { RequestRecord } from 'clipwright/mock';
import { parsed } from '../ui/json.tsx';
import { literal } from './literal.ts';

/** Where the client's result is in the response. */
const results: Readonly<Record<string, string>> = { 'clips.generate': 'batch', 'webhooks.register': 'data' };

/** Where the items of a page are in the response. */
const pages: Readonly<Record<string, string>> = { 'captions.list': 'captions', 'captions.words.list': 'words' };

/** Differs with what was done before, or which outcomes jobs were to have, or is not recorded. */
const unstableFields = ['txid', 'secret', 'status', 'review_count'];

const unstableText = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|^\d{4}-\d\d-\d\dT|:\/\//;

/**
 * Code that asserts what can be told of the result of a call, as `answer`: without ids and times.
 *
 * @param isSeeded Whether it is about a project that is only like the one of the request.
 * @param isUnchanged Whether that project was not changed since.
 */
export function resultAssertions(request: RequestRecord, isSeeded: boolean, isUnchanged: boolean): string[] {
  const endpoint = request.endpoint ?? '';
  const body = parsed(request.response?.body ?? '');
  const answer: unknown = Object(body)[results[endpoint] ?? ''] ?? body;
  if (request.path.jobId !== undefined) return ['assert.equal(answer.job_id, job.job_id);'];
  const fields = Object.entries(Object(typeof answer === 'string' ? {} : answer)).filter(([name, value]) =>
    isStable(request, name, value, isSeeded),
  );
  const page: unknown = Object(body)[pages[endpoint] ?? ''];
  return [
    ...fields.map(([name, value]) => `assert.equal(answer.${name}, ${literal(value)});`),
    ...(Array.isArray(page) && isUnchanged ? [`assert.equal(answer.items.length, ${page.length});`] : []),
  ];
}

function isStable({ body, endpoint }: RequestRecord, name: string, value: unknown, isSeeded: boolean): boolean {
  // A page of the client has names of its own.
  if (unstableFields.includes(name) || (endpoint ?? '') in pages || !/^[a-z]\w*$/i.test(name)) return false;
  if (typeof value === 'object') return false;
  if (value === Object(body)[name]) return typeof value !== 'string' || !isSeeded || !unstableText.test(value);
  if (isSeeded) return typeof value === 'boolean';
  return typeof value !== 'string' || !unstableText.test(value);
}

/** Code that asserts an error response, as `response`. */
export function refusalAssertions({ status, why }: RequestRecord, isSeeded: boolean): string[] {
  const told = Object.entries({ code: why?.code, param: why?.param, message: why?.message }).filter(
    ([name, value]) => name !== 'message' || !(isSeeded || unstableText.test(value ?? '')),
  );
  return [
    `assert.equal(response.status, ${status});`,
    'const { error } = await response.json();',
    ...told.map(([name, value]) => `assert.equal(error.${name}, ${literal(value ?? null)});`),
  ];
}
