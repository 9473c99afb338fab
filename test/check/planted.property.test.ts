import { describe, expect, test } from 'vitest';
import { readers } from '../../mock/check/readers/readers.ts';
import { type Choices, openPoints, type PointId, pointIds } from '../../mock/points/open-points.ts';
import { createOtherService } from '../other-service/service.ts';
import { isFull } from '../support/amount.ts';
import { readService } from './support/check.ts';

/** The choices that a check cannot tell from another choice, with the answer that it names instead. */
const indistinguishable: { readonly [Id in PointId]?: { readonly [Choice in Choices[Id]]?: string } } = {
  // A client trusts no other origin unless its option `trustedOrigins` has it.
  'jobs.statusUrl': { 'trusted origin': 'untrusted origin' },
  'jobs.cancelUrl': { 'trusted origin': 'untrusted origin' },
  // The numbers are the same if all clips are listed.
  'batch.counts': { 'total so far': 'estimate too high' },
  'event.copies': { 'twice at the same time': 'twice' },
  // Only a socket shows an encoding.
  'http.encoding': { gzip: 'identity', deflate: 'identity', br: 'identity' },
};

/** Additional choices for some points. Without them, no response would show the planted choice. */
const alongside: { readonly [Id in PointId]?: Partial<Choices> } = {
  'batch.endedStatus': { 'batch.start': 'ended' },
  'idempotency.status': { 'success.projects.create': '201' },
};

const troubles = { 'error.retryAfter': 'rateLimit', 'http.moved': 'moved' } as const;

const readable = pointIds.filter((id) => 'read' in readers[id]);
const planted = readable.flatMap((id) => openPoints[id].choices.map((choice) => [id, choice] as const));
/** All planted choices in `npm run test:slow`, and the last choice of each point in `npm test`. */
const tried = isFull ? planted : planted.filter(([id, choice]) => choice === openPoints[id].choices.at(-1));

function serviceWith(id: PointId, choice: string) {
  const service = createOtherService({ ...alongside[id], [id]: choice });
  const trouble = Object.entries(troubles).find(([point]) => point === id)?.[1];
  if (trouble !== undefined) service.troubles.push(trouble);
  return service;
}

describe('a check of a service with one planted choice', () => {
  test.each(tried)('names %s: %j', async (id, choice) => {
    const other: Readonly<Record<string, string>> = { ...indistinguishable[id] };
    const read = await readService(serviceWith(id, choice));

    expect(read(id)).toBe(other[choice] ?? choice);
  });
});

test('a check reads at least six of ten points, and tells at least 97 % of their choices apart', () => {
  const others = Object.values(indistinguishable).flatMap((choices) => Object.keys(choices));

  expect(others.length / planted.length).toBeLessThan(0.03);
  expect(readable.length / pointIds.length).toBeGreaterThan(0.6);
});
