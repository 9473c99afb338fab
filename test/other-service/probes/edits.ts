import type { editPoints } from '../../../mock/points/edits.ts';
import { calls, filledProject, trims } from '../support/calls.ts';
import type { Session } from '../support/session.ts';
import { sent } from '../support/truth.ts';
import { compare, probeCall } from './calls.ts';
import { rejectionOf } from './errors-support.ts';
import type { Comparison, Probe } from './probe.ts';

export const editProbes: { readonly [Id in keyof typeof editPoints]: Probe } = {
  // The client ignores `success`, and returns each response as it was sent.
  'edits.success': async (session) => {
    const project = await filledProject(session);
    const received: unknown[] = [];
    for (const name of edits) received.push((await calls[name](session, project)).data);
    return { received: sent(received), said: session.service.exchanges.map(({ body }) => body) };
  },
  'move.items': probeCall('timeline.batchMove'),
  'batch.noFailures': probeCall('timeline.batchMove'),
  'batch.success': probeFailures,
  'batch.allFailed': async (session) => {
    const { id } = await filledProject(session);
    const call = session.client.timeline.batchMove(id, { items: [stranger] });
    if (session.choices['batch.allFailed'] === 'result') return compare(session, call.withResponse());
    return { received: Reflect.get(await rejectionOf(call), 'status'), said: session.service.exchanges.at(-1)?.status };
  },
  'batch.someFailed': async (session) => {
    const status = session.choices['batch.someFailed'];
    if (status === 'success status' || status === '207') return probeFailures(session);
    const project = await filledProject(session);
    const [item = { id: '' }] = project.items;
    const moves = [{ timeline_item_id: item.id, new_start_seconds: 3 }, stranger];
    const error = await rejectionOf(session.client.timeline.batchMove(project.id, { items: moves }));
    const body = session.service.exchanges[0]?.body;
    // The client sends the request only once, and its error contains all results.
    return {
      received: [Reflect.get(error, 'status'), Reflect.get(error, 'body'), session.service.exchanges.length],
      said: [Number(status), body, 1],
    };
  },
  'batch.code': probeFailures,
  'batch.details': probeFailures,
  'trim.itemError': probeCall('timeline.batchTrim'),
  'trim.failedItems': async (session) => {
    const project = await filledProject(session);
    const items = [...trims(session, project).items, { ...stranger, trim_start_seconds: 1 }];
    return compare(session, session.client.timeline.batchTrim(project.id, { items }).withResponse());
  },
  'timeline.types': probeCall('timeline.at'),
  'timeline.end': probeCall('timeline.at'),
  'media.updated': probeCall('timeline.updateMedia'),
  'media.animation': probeCall('timeline.updateMedia'),
  'media.warnings': probeCall('timeline.updateMedia'),
  'effect.type': probeCall('timeline.updateColorGrade'),
  'edit.words': probeEdits,
  'split.merged': probeEdits,
  'split.first': probeEdits,
  'merge.split': probeEdits,
  'merge.id': probeEdits,
  'transcript.strategy': probeCall('transcript.segments'),
  'correct.unmatched': probeCall('transcript.correct'),
};

const edits = [
  'timeline.batchMove',
  'timeline.batchTrim',
  'timeline.updateMedia',
  'timeline.updateZoom',
  'captions.words.split',
  'captions.words.merge',
  'captions.words.retime',
  'transcript.correct',
  'onboarding.importLogo',
] as const;

const stranger = { timeline_item_id: 'nobody', new_start_seconds: 1 };

async function probeFailures(session: Session): Promise<Comparison> {
  const project = await filledProject(session);
  const item = { timeline_item_id: project.items[1]?.id ?? '', new_start_seconds: 3 };
  return compare(session, session.client.timeline.batchMove(project.id, { items: [item, stranger] }).withResponse());
}

/** Edits words and lists them. Compares the results with the responses and the service's words. */
async function probeEdits(session: Session): Promise<Comparison> {
  const project = await filledProject(session);
  const received: unknown[] = [];
  for (const name of ['captions.words.split', 'captions.words.merge', 'captions.words.retime'] as const)
    received.push((await calls[name](session, project)).data);
  const said = session.service.exchanges.map(({ body }) => body);
  const words = await session.client.captions.words.list(project.id).toArray();
  const texts = project.captions.filter(({ isHidden }) => !isHidden).flatMap((caption) => caption.words);
  return {
    received: [...(sent(received) as unknown[]), words.map(({ id, word }) => [id, word])],
    said: [...said, texts.map(({ id, text }) => [id, text])],
  };
}
