import { eventTypes } from '../../src/contract/event.ts';
import { at, idIn, listAt, textAt } from '../points/values.ts';
import { type Ask, Asker, type AskerOptions, CheckStopped, type Exchange, isSuccess, unknownId } from './asker.ts';
import { edit, importAssets, readContent } from './content.ts';
import { followSounds, makeClips } from './jobs.ts';
import type { Purpose } from './purposes.ts';
import type { Delivery } from './receiver.ts';

export interface SurveyOptions extends AskerOptions {
  /** A project of the user that may be read. */
  readonly project?: string | undefined;
  /** Whether the survey may create projects, clips and sounds, and edit them. */
  readonly write?: boolean | undefined;
  /** A URL that the service can reach, and a function that resolves to all requests to it. */
  readonly webhook?: { readonly url: string; received(): Promise<readonly Delivery[]> } | undefined;
}

/** The exchanges of a survey, by purpose, in the order in which they were sent. */
export type Seen = { readonly [Name in Purpose]: readonly Exchange[] } & {
  /** The requests to the webhook's URL. */
  readonly deliveries: readonly Delivery[];
};

/** What a survey has asked, and what remains at the service. */
export interface Survey {
  readonly seen: Seen;
  readonly requests: number;
  /** What the survey has created and cannot delete. */
  readonly left: readonly string[];
  /** Why the survey ended early. */
  readonly stopped?: string;
  /** Whether the survey ended because the service could not be asked any further. */
  readonly isUnreachable?: boolean;
}

/** Asks a service. @throws CheckStopped when the service cannot be reached or refuses the API key. */
export async function survey(options: SurveyOptions): Promise<Survey> {
  const asker = new Asker(options);
  let deliveries: readonly Delivery[] = [];
  let stopped: CheckStopped | undefined;
  try {
    deliveries = await askAll(asker, options);
  } catch (error) {
    // If something was created, the caller must learn what.
    const isLeft = leftBy(asker.seen).length > 0;
    if (!(error instanceof CheckStopped) || (error.isUnreachable && !isLeft)) throw error;
    stopped = error;
  }
  const end = stopped && { stopped: stopped.message, isUnreachable: stopped.isUnreachable };
  return { seen: { ...asker.seen, deliveries }, requests: asker.requests, left: leftBy(asker.seen), ...end };
}

async function askAll(asker: Asker, { project, write, webhook }: SurveyOptions): Promise<readonly Delivery[]> {
  await askAsNobody(asker);
  if (project !== undefined) await requireProject(asker, project);
  // An earlier run may have registered the same URL, with another secret.
  const url = webhook && urlOfRun(webhook.url, asker.run);
  if (write && url) await registerWebhook(asker, 'webhook', url);
  const own = write ? await createProject(asker) : undefined;
  if (own !== undefined) await readEmpty(asker, own);
  if (own !== undefined) await followSounds(asker, own);
  const made = write ? await makeClips(asker) : undefined;
  const content = project ?? made;
  if (content !== undefined) await readContent(asker, content);
  if (made !== undefined) await edit(asker, made);
  if (own !== undefined) await importAssets(asker, own);
  if (!write || !webhook || !url) return [];
  const deliveries = (await webhook.received()).filter((delivery) => delivery.url.includes(asker.run));
  // Register these only now, because the service would send each event to both webhooks.
  await registerWebhook(asker, 'webhookAgain', url);
  await registerWebhook(asker, 'webhookUnlisted', url, ['clipwright.check']);
  return deliveries;
}

async function requireProject(asker: Asker, projectId: string): Promise<void> {
  const { request, status } = await asker.ask('jobs', 'jobs.list', { path: { projectId } });
  if (status >= 300) throw new CheckStopped(`The project cannot be read: ${request} responded with ${status}.`, true);
}

function urlOfRun(address: string, run: string): string {
  const url = new URL(address);
  url.searchParams.set('check', run);
  return url.href;
}

/** Asks for a project that does not exist, with the right key and a wrong one. */
async function askAsNobody(asker: Asker): Promise<void> {
  const path = { projectId: unknownId };
  const unknown = await asker.ask('unknownProject', 'jobs.list', { path });
  const wrong = await asker.ask('wrongKey', 'jobs.list', { path, apiKey: 'not-a-valid-key' });
  const [code, wrongCode] = [unknown, wrong].map(({ body, text }) => at(body, 'error.code') ?? text);
  if (unknown.status === 403 && wrong.status === 403 && code === wrongCode)
    throw new CheckStopped('The service refused the API key: it responds with 403, as to a wrong key.', true);
  const isPage = isSuccess(unknown) && unknown.text !== '' && unknown.body === undefined;
  if (unknown.status >= 500 || unknown.untrusted !== undefined || isPage) {
    const response = isPage ? 'with something other than JSON' : `with ${unknown.status}`;
    throw new CheckStopped(`The service cannot be asked: ${unknown.request} responded ${response}.`, true);
  }
}

/** Creates the survey’s own project, with an Idempotency-Key that later requests repeat. */
async function createProject(asker: Asker): Promise<string | undefined> {
  const name = `clipwright check ${asker.run}`;
  const create = (purpose: Purpose, key: string | undefined, ask: Ask) =>
    asker.ask(purpose, 'projects.create', {
      ...ask,
      ...(key !== undefined && { idempotencyKey: keyOf(asker, key) }),
    });
  const created = await create('created', 'project', { body: { name } });
  if (created.status === 404)
    throw new CheckStopped('There is no POST /projects at this base URL: it responds with 404.', true);
  await create('conflict', 'project', { body: { name: `${name}, other` } });
  await create('replayed', 'project', { body: { name } });
  await create('replayedAgain', 'project', { body: { name } });
  const json = JSON.stringify({ name: `${name}, bytes` });
  await create('otherBytes', 'bytes', { json });
  await create('otherBytes', 'bytes', { json: json.replace(':', ': ') });
  await create('invalid', 'invalid', { body: {} });
  await create('afterInvalid', 'invalid', { body: { name: `${name}, after an error` } });
  await create('duplicate', undefined, { body: { name } });
  await create('moreField', undefined, { body: { name: `${name}, more`, not_a_field: true } });
  const id = textAt(created.body, 'id');
  if (id === undefined) return undefined;
  const items = [{ timeline_item_id: unknownId, trim_start_seconds: 1 }];
  const other = { path: { projectId: id }, body: { items }, idempotencyKey: keyOf(asker, 'bytes') };
  await asker.ask('otherEndpoint', 'timeline.batchTrim', other);
  return id;
}

function keyOf(asker: Asker, purpose: string): string {
  return `clipwright-check:${asker.run}:${purpose}`;
}

async function readEmpty(asker: Asker, projectId: string): Promise<void> {
  const path = { projectId };
  await asker.ask('emptyJobs', 'jobs.list', { path });
  await asker.ask('emptyCaptions', 'captions.list', { path });
  await asker.ask('emptyWords', 'captions.words.list', { path });
  await asker.ask('emptyTimeline', 'timeline.at', { path, query: { time_seconds: 0 } });
  await asker.ask('emptySegments', 'transcript.segments', { path });
}

async function registerWebhook(
  asker: Asker,
  purpose: Purpose,
  url: string,
  events: readonly string[] = eventTypes,
): Promise<void> {
  await asker.ask(purpose, 'webhooks.register', { body: { url, events } });
}

/** Names what the requests of a survey have created, each once. */
function leftBy(seen: { readonly [Name in Purpose]: readonly Exchange[] }): string[] {
  const exchanges = Object.values(seen).flat();
  const made = exchanges.filter(isSuccess).flatMap(({ name, body, sent }) => {
    const id = idIn(body);
    if (name === 'projects.create') return [['project', id]];
    if (name === 'audio.generateSound') return [['sound', at(body, 'job_id')]];
    if (name === 'audio.importFromLibrary') return [['audio asset', at(body, 'asset.id') ?? at(sent, 'external_id')]];
    if (name === 'onboarding.importLogo') return [['logo of profile', at(sent, 'profile_id')]];
    if (name === 'webhooks.register') return [['webhook', id ?? at(sent, 'url')]];
    if (name !== 'clips.generate') return [];
    return [
      ['clip batch', at(body, 'batch.batch_id')],
      ['project folder', at(body, 'batch.project_folder_id')],
      ...listAt(body, 'batch.clips').map((clip) => ['project', at(clip, 'project_id')]),
    ];
  });
  return [...new Set(made.filter(([, id]) => id !== undefined).map((each) => each.join(' ')))];
}
