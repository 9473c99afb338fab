import { createMock, type Fault } from 'clipwright/mock';
import { describe, expect, test } from 'vitest';
import { toJSONSchema } from 'zod/mini';
import { draftOf, type FaultDraft, faultOf, newDraft, presets, sentenceOf } from '../../mock/console/faults/draft.ts';
import {
  callFaultParams,
  callMatch,
  eventFaultParams,
  eventMatch,
  fileFaultParams,
  fileMatch,
} from '../../mock/control/models/faults.ts';
import { type FaultTarget, faultKinds } from '../../mock/faults/fault-kinds.ts';

const everyKind = (['calls', 'files', 'deliveries'] as const).flatMap((target) =>
  Object.keys(faultKinds[target]).map((kind) => [target, kind] as const),
);

/** Values for the fields that `newDraft` leaves empty. */
const whole: Readonly<Record<FaultTarget, Partial<FaultDraft>>> = {
  calls: { of: 'captions.list', only: 'p', share: '50', isAfter: true, headers: 'a: b' },
  files: { of: 'exports', share: '50', headers: 'a: b' },
  deliveries: { of: 'job.complete', only: 'w', share: '50' },
};

describe('the form covers every field of a fault', () => {
  test.each([
    ['calls', callFaultParams, callMatch],
    ['files', fileFaultParams, fileMatch],
    ['deliveries', eventFaultParams, eventMatch],
  ] as const)('for %s', (target, params, match) => {
    const faults = Object.keys(faultKinds[target]).map((kind) =>
      faultOf({ ...newDraft(target, kind), ...whole[target] }),
    );

    expect(new Set(faults.flatMap(Object.keys))).toEqual(new Set(Object.keys(toJSONSchema(params).properties ?? {})));
    expect(new Set(faults.flatMap((fault) => Object.keys(fault.match ?? {})))).toEqual(
      new Set(Object.keys(toJSONSchema(match).properties ?? {})),
    );
  });
});

test.each(everyKind)('for %s, the example of a fault of the kind %s is valid', (target, kind) => {
  const { faults } = createMock();
  const fault = faultOf(newDraft(target, kind));
  expect(faults.add(fault)).toMatchObject(fault);
});

test.each(Object.entries(presets))('the preset %s is valid, and the form makes the same fault', (_, fault) => {
  createMock().faults.add(fault);
  expect(faultOf(draftOf(fault))).toEqual(fault);
});

test.each(everyKind)(
  'a fault for %s of the kind %s does not change when it is converted to a draft and back',
  (target, kind) => {
    const draft = { ...newDraft(target, kind), ...whole[target] };
    const fault = faultOf(draft);
    expect(faultOf(draftOf(fault))).toEqual(fault);
  },
);

test.each<[fault: Fault, sentence: string]>([
  [
    { match: { endpoint: 'projects.create' }, status: 503, times: 2 },
    'Next 2 calls to projects.create respond with 503',
  ],
  [{ delay: 2000 }, 'All calls wait for 2000 ms'],
  [{ set: { name: 'x' }, times: 1 }, 'Next call responds with fields {"name":"x"}'],
  [{ when: 'after', drop: true, times: 1 }, 'Next call loses the connection after the work is done'],
  [{ match: { file: true }, cut: true, times: 1 }, 'Next download loses the connection halfway through the response'],
  [{ match: { file: 'exports', share: 0.2 }, status: 503 }, '20 % of all downloads of exports respond with 503'],
  [
    { match: { event: 'export.ready' }, duplicate: 2, times: 1 },
    'Next delivery of export.ready is repeated 2 more times',
  ],
  [
    { match: { event: 'job.complete', share: 0.5 }, duplicate: 1 },
    '50 % of all deliveries of job.complete are repeated 1 more times',
  ],
])('the fault %j is described in a sentence', (fault, sentence) => {
  expect(sentenceOf(draftOf(fault))).toBe(sentence);
});

test('the sentence of a fault that is used up does not speak of the next calls', () => {
  const fault: Fault = { match: { endpoint: 'projects.create' }, status: 503, times: 2 };
  expect(sentenceOf(draftOf(fault), 'the first')).toBe('The first 2 calls to projects.create respond with 503');
});

test('headers are entered one per line, and empty lines are ignored', () => {
  const draft = { ...newDraft('calls', 'status'), headers: 'retry-after: 2\n\nlocation: http://a/b' };
  expect(faultOf(draft)).toMatchObject({ headers: { 'retry-after': '2', location: 'http://a/b' } });
});

test('the mock rejects a `set` fault whose fields are not valid JSON, and says why', () => {
  const { faults } = createMock();
  expect(() => faults.add(faultOf({ ...newDraft('calls', 'set'), value: '{id' }))).toThrow(
    'fault.set must be an object',
  );
});
