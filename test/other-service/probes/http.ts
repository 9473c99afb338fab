import type { httpPoints } from '../../../mock/points/http.ts';
import { listen, type Transfer } from '../listener.ts';
import { apiKey } from '../service.ts';
import { calls, filledProject } from '../support/calls.ts';
import { connect, type Session } from '../support/session.ts';
import { waitOptions } from '../support/waits.ts';
import { compare, probeCall } from './calls.ts';
import { rejectionOf } from './errors-support.ts';
import { probeBatch, probeWait } from './jobs-support.ts';
import type { Comparison, Probe } from './probe.ts';

export const httpProbes: { readonly [Id in keyof typeof httpPoints]: Probe } = {
  'http.contentType': probeCall('captions.list'),
  'http.layout': probeTransfer,
  'http.chunks': probeTransfer,
  'http.encoding': probeTransfer,
  'http.connection': probeTransfer,
  'http.requestId': async (session) => {
    const { requestId } = await session.client.projects.create({ name: 'Talk' }).withResponse();
    return { received: requestId, said: session.service.exchanges.at(-1)?.headers['x-request-id'] ?? null };
  },
  'http.headers': async (session) => {
    const { service, mismatches } = session;
    let conditional = 0;
    const fetch = (url: string, init: RequestInit) => {
      conditional += [...new Headers(init.headers).keys()].filter((name) => name.startsWith('if-')).length;
      return service.fetch(url, init);
    };
    const { received, said } = await probeWait({
      ...connect(service, { baseUrl: service.context.baseUrl, fetch }),
      mismatches,
    });
    // The client never sends a conditional request.
    return { received: [received, conditional], said: [said, 0] };
  },
  'http.moreFields': probeCall('captions.words.list'),
  'http.moved': async (session) => {
    const { client, service, choices } = session;
    service.troubles.push('moved');
    const call = client.projects.create({ name: 'Talk' });
    if (choices['http.moved'] === 'no') return compare(session, call.withResponse());
    service.troubles.push('moved');
    const errors = [await rejectionOf(call), await rejectionOf(client.jobs.list('nobody'))];
    const status = Number(choices['http.moved']);
    return {
      received: [...errors.map((error) => [error.name, Reflect.get(error, 'status')]), service.exchanges.length],
      said: [['ApiError', status], ['ApiError', status], 2],
    };
  },
  'base.address': probeBatch,
  'values.ids': probeIds,
  'values.timestamps': probeCall('jobs.list'),
  'values.fileUrls': probeBatch,
  'values.files': probeFile,
  'values.txid': probeCall('timeline.updateZoom'),
  'values.units': probeCall('captions.list'),
  'limits.items': async (session) => {
    const { id, items } = await filledProject(session);
    const both = items.slice(0, 2).map((item) => ({ timeline_item_id: item.id, new_start_seconds: 1 }));
    const call = session.client.timeline.batchMove(id, { items: both });
    if (session.choices['limits.items'] === 'any number') return compare(session, call.withResponse());
    return { received: Reflect.get(await rejectionOf(call), 'status'), said: 413 };
  },
  'limits.bytes': async (session) => {
    const call = session.client.projects.create({ name: 'x'.repeat(2_000) });
    if (session.choices['limits.bytes'] === 'any size') return compare(session, call.withResponse());
    return { received: Reflect.get(await rejectionOf(call), 'status'), said: 413 };
  },
};

/** Lists captions several times over a socket, and reads another response as text, to see the layout of its JSON. */
async function probeTransfer({ service }: Session): Promise<Comparison> {
  const transfers: Transfer[] = [];
  const listener = await listen(service, (transfer) => transfers.push(transfer));
  try {
    const session = connect(service, { baseUrl: listener.baseUrl });
    const project = await filledProject(session);
    const received: unknown[] = [];
    for (let round = 0; round < 4; round += 1) received.push((await calls['captions.list'](session, project)).data);
    const raw = await fetch(`${listener.baseUrl}/projects`, { method: 'POST', headers, body: '{"name":"Ü/"}' });
    const seen = [await raw.text(), transfers];
    return { received, said: service.exchanges.slice(0, 4).map(({ body }) => body), seen };
  } finally {
    await listener.close();
  }
}

const headers = { authorization: `Bearer ${apiKey}` };

/** Downloads a sound's file. Sends the API key only to the service's origin, like the code in the guide. */
async function probeFile(session: Session): Promise<Comparison> {
  const { client, service, choices } = session;
  const started = await client.audio.generateSound({ prompt: 'applause' });
  const { download_url } = await client.jobs.wait(started, waitOptions(session));
  const requests = service.exchanges.length;
  const url = new URL(String(download_url), service.context.baseUrl);
  const isOwn = url.origin === service.context.origin;
  const plain = await service.file(new Request(url));
  const file = await service.file(new Request(url, { headers: isOwn ? headers : {} }));
  const elsewhere = await rejectionOf(client.request('GET', 'https://files.elsewhere.test/1.mp4'));
  const isRefused = choices['values.files'] === 'with the key';
  const isAsked = service.exchanges.some((exchange) => exchange.url === url.href);
  // The client does not request the file itself, and rejects a request to another origin.
  return {
    received: [plain.status, file.status, elsewhere.name, service.exchanges.length, isAsked],
    said: [isRefused ? 401 : 200, 200, 'RequestValidationError', requests, false],
    seen: plain.status,
  };
}

/** Makes calls with identifiers in their paths. */
async function probeIds(session: Session): Promise<Comparison> {
  const project = await filledProject(session);
  const received: unknown[] = [];
  for (const name of ['timeline.updateMedia', 'captions.words.split', 'jobs.list', 'transcript.segments'] as const)
    received.push((await calls[name](session, project)).data);
  return { received, said: session.service.exchanges.map(({ body }) => body) };
}
