import { isClipwrightError, type Job } from 'clipwright';
import type { Context } from '../context.ts';
import type { Session } from './session.ts';

/** The result of a wait: `resolved` or the name of its error, with the last state of the job or batch. */
export interface WaitResult {
  readonly name: string;
  readonly state: unknown;
}

/** The number of requests after which a wait that never ends is stopped. */
const maxRequests = 60;

/** Returns options that limit a wait, and that explain statuses which the client does not know. */
export function waitOptions({ service, choices }: Session) {
  const controller = new AbortController();
  const last = service.exchanges.length + maxRequests;
  service.onRequest = (count) => {
    if (count > last) controller.abort();
  };
  const isExplained = unlistedWords.some((word) => words(choices).includes(word));
  const outcome = outcomeFor(service.context);
  const limits = { interval: 1, maxInterval: 1, timeout: 20_000, signal: controller.signal };
  return isExplained ? { ...limits, outcome } : limits;
}

export async function resultOf(wait: Promise<unknown>): Promise<WaitResult> {
  try {
    return { name: 'resolved', state: await wait };
  } catch (error) {
    if (!isClipwrightError(error)) throw error;
    const [job, batch] = [Reflect.get(error, 'job'), Reflect.get(error, 'batch')];
    return { name: nameOf(error.name, batch), state: job ?? batch };
  }
}

/** The `name` of a result if the client cannot follow the batch. */
export const notFollowed = 'cannot be followed';

/** The `name` of a result if the wait had to be stopped. */
export const unended = 'AbortError';

const namedErrors = ['JobFailedError', 'JobCanceledError', 'WaitTimeoutError'];

function nameOf(name: string, batch: unknown): string {
  return batch && !namedErrors.includes(name) ? notFollowed : name;
}

const unlistedWords = ['wrapped up', 'kaput', 'withdrawn'];

function words(choices: Context['choices']): string[] {
  return [choices['job.successStatus'], choices['job.failureStatus'], choices['job.canceledStatus']];
}

function outcomeFor({ choices }: Context): (job: Job) => 'succeeded' | 'failed' | 'canceled' | undefined {
  const [success, failure, canceled] = words(choices);
  return ({ status }) => {
    if (status === success) return 'succeeded';
    if (status === failure) return 'failed';
    return status === canceled ? 'canceled' : undefined;
  };
}
