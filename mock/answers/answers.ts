import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import type { ApiName } from '../http/api.ts';
import { type ResponseData, textOf } from '../http/response.ts';
import { mockAnswers, openPoints, type PointId } from '../points/open-points.ts';
import type { Change, Changes, Reply } from './change.ts';
import { clipChanges, jobChanges } from './jobs.ts';
import { editChanges, listChanges, pageChanges, resourceChanges } from './resources.ts';
import { errorChanges, httpChanges, presenceChanges, successChanges } from './responses.ts';

/** How a service answers one open point, as `clipwright check` writes it. */
export interface Answer {
  /** The id of the point, such as `job.successStatus`. */
  readonly point: string;
  /** The service’s answer, such as `completed`. */
  readonly service: string;
  /** Whether the mock has the same answer. */
  readonly same?: boolean | undefined;
}

/** A report of `clipwright check`, or its answers. */
export type Answers = { readonly answers: readonly Answer[] } | readonly Answer[];

/** The changes, in the order in which they are made. Errors come last, because earlier changes read their codes. */
const changes: { readonly [Id in PointId]?: Changes } = {
  ...presenceChanges,
  ...listChanges,
  ...resourceChanges,
  ...clipChanges,
  ...pageChanges,
  ...editChanges,
  ...jobChanges,
  ...successChanges,
  ...httpChanges,
  ...errorChanges,
};

/** Returns the change that follows an answer; undefined if there is none. */
export function changeFor(id: PointId, answer: string): Change | undefined {
  const found = changes[id];
  if (typeof found !== 'object') return found;
  if (Object.hasOwn(found, answer)) return found[answer];
  return answer === mockAnswers[id] ? () => {} : undefined;
}

/** Changes the responses of a mock so that they follow a service’s answers. Warns about answers that it cannot follow. */
export class Follower {
  readonly #changes: readonly (readonly [change: Change, answer: string])[];

  /** @throws ConfigurationError when the answers have another shape, or name an unknown point. */
  constructor(answers: Answers) {
    const given = readAnswers(answers);
    const order = Object.keys(changes);
    const known = [...given].map(([id, answer]) => ({ id, answer, change: changeFor(id, answer) }));
    const notFollowed = known.filter(({ change }) => change === undefined).map(({ id }) => id);
    if (notFollowed.length > 0)
      console.warn(`clipwright mock: does not follow the answers to ${notFollowed.join(', ')}.`);
    this.#changes = known
      .toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
      .flatMap(({ change, answer }) => (change ? [[change, answer] as const] : []));
  }

  apply(name: ApiName, response: ResponseData, isReplay: boolean): ResponseData {
    if (this.#changes.length === 0 || response.body === null) return response;
    const reply: Reply = {
      name,
      status: response.status,
      headers: { ...response.headers },
      body: JSON.parse(textOf(response)),
      isReplay,
    };
    for (const [change, answer] of this.#changes) change(reply, answer);
    const { status, headers, body } = reply;
    return { ...response, status, headers, body: toText(body, headers['content-type']) };
  }
}

function toText(body: unknown, contentType = ''): string | null {
  if (body === undefined) return null;
  return contentType === 'text/html' ? String(body) : JSON.stringify(body);
}

function readAnswers(answers: Answers): Map<PointId, string> {
  const list: unknown = Array.isArray(answers) ? answers : Object(answers).answers;
  if (!Array.isArray(list))
    throw new ConfigurationError('answers', 'must be the report that `clipwright check --json` prints.');
  return new Map(list.filter((each) => Object(each).same !== true).map(readAnswer));
}

function readAnswer(answer: unknown): [PointId, string] {
  const { point, service } = Object(answer);
  if (typeof point !== 'string' || typeof service !== 'string')
    throw new ConfigurationError('answers', 'must have a `point` and a `service`, both strings, in each entry.');
  if (!Object.hasOwn(openPoints, point))
    throw new ConfigurationError('answers', `names the point ${JSON.stringify(point)}, which does not exist.`);
  // Cast: the condition above checks the name.
  return [point as PointId, service];
}
