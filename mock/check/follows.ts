import { statusOutcome } from '../../src/core/waits/job-state.ts';
import { changeFor } from '../answers/answers.ts';
import { reasonAgainst } from '../points/not-ours.ts';
import { openPoints, type PointId } from '../points/open-points.ts';

/** What a user must do if a service answers in a way that the client cannot know. */
const actions: { readonly [Id in PointId]?: (answer: string) => string | undefined } = {
  'job.successStatus': (answer) => explain(answer, 'succeeded'),
  'job.failureStatus': (answer) => explain(answer, 'failed'),
  'job.canceledStatus': (answer) => explain(answer, 'canceled'),
  'jobs.statusUrl': trust,
  'jobs.cancelUrl': trust,
  'jobs.poll': (answer) => (answer === 'redirect to an untrusted origin' ? trust('untrusted origin') : undefined),
  'jobs.cancelMethod': (answer) =>
    answer.endsWith('not stated') ? `Cancel with client.request and the method ${answer.split(',')[0]}.` : undefined,
  'request.trim': (answer) => (answer === 'trim_start_seconds' ? undefined : `Send ${answer} to batchTrim.`),
  'request.media': (answer) =>
    answer === 'properties' ? 'Send the changes to updateMedia in `properties`.' : undefined,
  'request.effect': (answer) => (answer === 'settings' ? 'Send the values of an effect in `settings`.' : undefined),
  'request.corrections': (answer) =>
    answer === 'phrase_replacements' ? undefined : `Send the corrections as ${answer}.`,
  'request.project': (answer) => (answer === 'target_project' ? 'Send `target_project` with `extraBody`.' : undefined),
  'request.clips': (answer) =>
    answer === 'more than the source' ? 'Send more than `source`, such as `project_name`.' : undefined,
  'request.logo': (answer) => (answer === 'required' ? 'Always send replace_existing.' : undefined),
  'event.retryTimestamp': (answer) =>
    answer === 'original' ? 'Set `toleranceSeconds` to the time over which the service repeats a delivery.' : undefined,
  'event.secretKey': (answer) => (answer === 'decoded from base64' ? 'Pass the decoded bytes as `secret`.' : undefined),
  'event.size': (answer) => (answer === 'over 1 MiB' ? 'Set `maxBytes` of the webhook handler.' : undefined),
  'event.copies': (answer) => (answer === 'once' ? undefined : 'Set `dedupe` of the webhook handler.'),
  'error.unavailableAfter': longWait,
  'error.retryAfter': longWait,
  'idempotency.scope': (answer) => (answer === 'once' ? 'Use each Idempotency-Key for one endpoint only.' : undefined),
  'http.moved': (answer) =>
    answer === 'no' ? undefined : 'Set `baseUrl` to the address that the service redirects to.',
};

/** The points whose values the client passes on or ignores, whatever they are. */
const anyValue: readonly PointId[] = [
  'project.status',
  'audio.type',
  'timeline.types',
  'effect.type',
  'batch.workingStatus',
  'batch.code',
  'clip.openStatus',
  'job.workingStatus',
  'values.units',
  'pages.defaultSize',
  'idempotency.code',
];

/** Says what an answer means for the user of the client and of the mock. */
export function followsFrom(id: PointId, answer: string, isSame: boolean): string {
  const reason = reasonAgainst(id, answer);
  if (reason !== undefined) return `The client does not support this. ${reason}`;
  const action = actions[id]?.(answer);
  if (action !== undefined) return action;
  if (isSame) return 'Nothing.';
  const choices: readonly string[] = openPoints[id].choices;
  const client =
    choices.includes(answer) || anyValue.includes(id)
      ? 'The client supports this.'
      : 'The client was not tested with this.';
  return `${client} ${changeFor(id, answer) ? 'The mock follows it.' : 'The mock does not follow it.'}`;
}

function explain(status: string, outcome: string): string | undefined {
  if (statusOutcome(status) === outcome) return undefined;
  return `Explain the status with the option outcome: ({ status }) => status === ${JSON.stringify(status)} ? '${outcome}' : undefined.`;
}

function trust(answer: string): string | undefined {
  return answer.endsWith('trusted origin') ? 'Add the origin to `trustedOrigins` if you trust it.' : undefined;
}

function longWait(answer: string): string | undefined {
  return answer === 'an hour' ? 'Set `maxRetryAfter` if calls may wait that long.' : undefined;
}
