import { statusOutcome } from '../../src/core/waits/job-state.ts';
import { changeFor } from '../answers/answers.ts';
import { openPoints, type PointId, reasonAgainst } from '../points/open-points.ts';

/** What a user must do if a service answers in a way that the client cannot know. */
const actions: { readonly [Id in PointId]?: (answer: string, answers: SeenAnswers) => string | undefined } = {
  'job.successStatus': (answer, answers) => explain(answer, 'succeeded', answers),
  'job.failureStatus': (answer, answers) => explain(answer, 'failed', answers),
  'job.canceledStatus': (answer, answers) => explain(answer, 'canceled', answers),
  'jobs.statusUrl': trust,
  'jobs.cancelUrl': trust,
  'jobs.poll': (answer) => (answer === 'redirect to an untrusted origin' ? trust('untrusted origin') : undefined),
  'jobs.cancelMethod': (answer) => {
    if (answer.endsWith('not stated')) return `Cancel with client.request and the method ${answer.split(',')[0]}.`;
    return answer === 'POST' ? undefined : 'Cancel a job that was polled, because only such a job states its method.';
  },
  'clip.export': (answer) =>
    answer === 'at once' ? undefined : 'Pass `jobOf`, which finds the job of a clip without an export_id.',
  'error.notFound': (answer) => unlike(answer, '404', 'NotFoundError'),
  'error.key': (answer) => unlike(answer, '401', 'AuthenticationError'),
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

/** The answers of a service to the points that could be read. */
export type SeenAnswers = { readonly [Id in PointId]?: string };

/** Says what an answer means for the user of the client and of the mock. */
export function followsFrom(id: PointId, answers: SeenAnswers, mock: string | null): string {
  const answer = answers[id] ?? '';
  const reason = reasonAgainst(id, answer);
  if (reason !== undefined) return `The client does not support this. ${reason}`;
  const action = actions[id]?.(answer, answers);
  if (action !== undefined) return action;
  if (answer === mock) return 'Nothing.';
  const choices: readonly string[] = openPoints[id].choices;
  const client =
    choices.includes(answer) || anyValue.includes(id)
      ? 'The client supports this.'
      : 'The client was not tested with this.';
  if (changeFor(id, answer)) return `${client} The mock follows it.`;
  return `${client} ${mock === null ? 'The mock’s own responses did not show it.' : 'The mock does not follow it.'}`;
}

/** Returns the option for all final statuses, because it replaces the usual ones. Unseen statuses are the mock's. */
function explain(status: string, outcome: string, answers: SeenAnswers): string | undefined {
  if (statusOutcome(status) === outcome) return undefined;
  const words = [
    [answers['job.successStatus'] ?? 'completed', 'succeeded'],
    [answers['job.failureStatus'] ?? 'failed', 'failed'],
    [answers['job.canceledStatus'] ?? 'cancelled', 'canceled'],
  ];
  const cases = words.map(([word, name]) => `status === ${JSON.stringify(word)} ? '${name}' : `);
  return `Set the option outcome, which replaces the usual statuses: ({ status }) => ${cases.join('')}undefined.`;
}

function unlike(answer: string, usual: string, name: string): string | undefined {
  return answer === usual ? undefined : `Look for the status ${answer} of an ApiError, rather than for ${name}.`;
}

function trust(answer: string): string | undefined {
  return answer.endsWith('trusted origin') ? 'Add the origin to `trustedOrigins` if you trust it.' : undefined;
}

function longWait(answer: string): string | undefined {
  return answer === 'an hour' ? 'Set `maxRetryAfter` if calls may wait that long.' : undefined;
}
