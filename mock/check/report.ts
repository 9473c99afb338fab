import { mockAnswers, type PointId, pointIds } from '../points/open-points.ts';
import { purposes } from '../survey/purposes.ts';
import { type Seen, type Survey, type SurveyOptions, survey } from '../survey/survey.ts';
import { type Breach, breachesIn } from './breaches.ts';
import { followsFrom, type SeenAnswers } from './follows.ts';
import { readers } from './readers/readers.ts';

/** How a service answers an open point, compared with the mock. */
export interface ServiceAnswer {
  readonly point: PointId;
  readonly service: string;
  readonly mock: string;
  readonly same: boolean;
  /** What the answer means for the user. */
  readonly follows: string;
  /** The request that showed the answer, such as `POST /projects`. */
  readonly request: string;
}

/** What a check has found out about a service. */
export interface CheckReport {
  /** What contradicts the specification. */
  readonly breaches: readonly Breach[];
  readonly answers: readonly ServiceAnswer[];
  readonly notAsked: readonly { readonly point: PointId; readonly why: string }[];
  readonly requests: number;
}

/**
 * Asks a service, and compares its answers with the mock’s.
 *
 * @throws CheckStopped when the service cannot be reached, or refuses the API key.
 */
export async function check(
  options: SurveyOptions,
): Promise<CheckReport & Pick<Survey, 'left' | 'stopped' | 'isUnreachable'>> {
  const { seen, requests, left, ...end } = await survey(options);
  const shown: SeenAnswers = Object.fromEntries(pointIds.map((point) => [point, read(point, seen)]));
  const answers = pointIds.filter((point) => shown[point] !== undefined).map((point) => compare(point, shown, seen));
  const notAsked = pointIds
    .filter((point) => shown[point] === undefined)
    .map((point) => ({ point, why: whyNot(point, seen, end.stopped) }));
  const report = JSON.stringify({ breaches: breachesIn(seen), answers, notAsked, requests, left });
  // A service can send the API key back in any value.
  return { ...JSON.parse(options.redactor.text(report)), ...end };
}

/** Returns a service’s answer to a point; undefined if its responses do not show it. */
export function read(point: PointId, seen: Seen): string | undefined {
  const reader = readers[point];
  if ('why' in reader || seen[reader.from].length === 0) return undefined;
  return reader.read(seen[reader.from], seen);
}

function whyNot(point: PointId, seen: Seen, stopped: string | undefined): string {
  const reader = readers[point];
  if ('why' in reader) return reader.why;
  if (stopped !== undefined) return stopped;
  return seen[reader.from].length === 0 ? purposes[reader.from] : 'The responses did not show it.';
}

function compare(point: PointId, answers: SeenAnswers, seen: Seen): ServiceAnswer {
  const service = answers[point] ?? '';
  const mock = mockAnswers[point];
  const reader = readers[point];
  const request = 'why' in reader ? '' : (seen[reader.from].at(-1)?.request ?? '');
  return { point, service, mock, same: service === mock, follows: followsFrom(point, answers), request };
}
