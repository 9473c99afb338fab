import { Redactor } from '../../src/core/redaction/redactor.ts';
import type { Answers } from '../answers/answers.ts';
import { createMock } from '../index.ts';
import type { Mock } from '../mock.ts';
import { type PointId, pointIds } from '../points/open-points.ts';
import { at, listAt } from '../points/values.ts';
import { missingVideo } from '../survey/jobs.ts';
import { purposes, type Seen } from '../survey/purposes.ts';
import { Receiver } from '../survey/receiver.ts';
import { type Survey, type SurveyOptions, survey } from '../survey/survey.ts';
import { type Breach, breachesIn } from './breaches.ts';
import { followsFrom, type SeenAnswers } from './follows.ts';
import { readers } from './readers/readers.ts';

/** How a service answers an open point, compared with the mock. */
export interface ServiceAnswer {
  readonly point: PointId;
  readonly service: string;
  /** The mock’s answer; null if its responses do not show it. */
  readonly mock: string | null;
  readonly same: boolean;
  /** What it means for the user. */
  readonly follows: string;
  /** The request that showed it, such as `POST /projects`. */
  readonly request: string;
}

/** What a check has found out about a service. */
export interface CheckReport {
  /** What contradicts the specification. */
  readonly breaches: readonly Breach[];
  readonly answers: readonly ServiceAnswer[];
  readonly notAsked: readonly { readonly point: PointId; readonly why: string }[];
  /** How many requests were sent. */
  readonly requests: number;
}

/**
 * Asks a service, and the mock for comparison.
 *
 * @throws CheckStopped when the service cannot be reached, or refuses the API key.
 */
export async function check(
  options: SurveyOptions,
): Promise<CheckReport & Pick<Survey, 'left' | 'stopped' | 'isUnreachable'>> {
  const asked = await survey(options);
  const ownSeen = await readMock(options);
  const found = pointIds.map((point) => [point, read(point, asked.seen)] as const);
  const notAsked = found.flatMap(([point, answer]) =>
    typeof answer === 'string' ? [] : { point, why: whyNot(answer, asked) },
  );
  const seenAnswers: SeenAnswers = Object.fromEntries(found.filter(([, answer]) => typeof answer === 'string'));
  const answers = pointIds
    .filter((point) => seenAnswers[point] !== undefined)
    .map((point) => compare(point, seenAnswers, asked.seen, ownSeen));
  const { requests, left, stopped, isUnreachable } = asked;
  const { redactor } = options;
  // A service can send the key in any value.
  const report: CheckReport = JSON.parse(
    redactor.text(JSON.stringify({ breaches: breachesIn(asked.seen), answers, notAsked, requests })),
  );
  return {
    ...report,
    left: left.map((each) => redactor.text(each)),
    ...(stopped !== undefined && { stopped, isUnreachable }),
  };
}

interface Unread {
  readonly why: string;
  /** Whether no service can be asked. */
  readonly isNeverAsked?: true;
}

/** Returns the answer to a point, or why there is none. */
function read(point: PointId, seen: Seen): string | Unread {
  const reader = readers[point];
  if ('why' in reader) return { ...reader, isNeverAsked: true };
  const found = seen[reader.from];
  if (found.length === 0) return { why: purposes[reader.from] };
  return reader.read(found, seen) ?? { why: 'The responses did not show it.' };
}

function whyNot({ why, isNeverAsked }: Unread, { stopped }: Survey): string {
  return stopped === undefined || isNeverAsked ? why : stopped;
}

function compare(point: PointId, answers: SeenAnswers, seen: Seen, ownSeen: Seen): ServiceAnswer {
  const service = answers[point] ?? '';
  const own = read(point, ownSeen);
  const mock = typeof own === 'string' ? own : null;
  const reader = readers[point];
  const request = 'why' in reader ? '' : (seen[reader.from].at(-1)?.request ?? '');
  return { point, service, mock, same: service === mock, follows: followsFrom(point, answers, mock), request };
}

const mockKey = 'clipwright-check';
const sampleCaptions = [
  'WEBVTT',
  '00:00.000 --> 00:04.000\nWe choose to go to the Moon in this decade.',
  '00:04.000 --> 00:08.000\nNot because it is easy.',
].join('\n\n');

/** Asks a mock the same questions. `answers`: those that the mock follows. */
export async function readMock(
  { project, write, webhook, run }: Pick<SurveyOptions, 'project' | 'write' | 'webhook' | 'run'>,
  answers: Answers = [],
): Promise<Seen> {
  const mock = createMock({
    apiKeys: [mockKey],
    answers,
    clock: 'manual',
    deliver: (request) => receiver.handle(request),
  });
  const receiver = new Receiver(() => mock.clock.now());
  const seeded = project && (await mock.seed.project({ name: 'Talk', captions: sampleCaptions })).id;
  const received = async () => {
    await mock.settled();
    // Long enough for the mock to repeat a rejected delivery.
    await mock.clock.advance(3600);
    await mock.settled();
    return receiver.deliveries;
  };
  const { seen } = await survey({
    baseUrl: mock.baseUrl,
    apiKey: mockKey,
    redactor: new Redactor([]),
    fetch: (request) => fetchWithFailure(mock, request),
    pause: (milliseconds) => mock.clock.advance(milliseconds / 1000),
    project: seeded,
    write,
    run,
    webhook: webhook && { url: webhook.url, received },
  });
  return seen;
}

/** Makes the clips of the missing video fail, which the mock would otherwise make. */
async function fetchWithFailure(mock: Mock, request: Request): Promise<Response> {
  const isMissing = request.method === 'POST' && (await request.clone().text()).includes(missingVideo);
  const response = await mock.fetch(request);
  if (!isMissing) return response;
  const projects = listAt(
    await response
      .clone()
      .json()
      .catch(() => null),
    'batch.clips',
  ).map((clip) => at(clip, 'project_id'));
  for (const { job_id, project_id } of mock.state.jobs())
    if (projects.includes(project_id)) mock.jobs.fail(job_id, 'The video cannot be read.');
  return response;
}
