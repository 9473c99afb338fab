import { statusOutcome } from '../../src/core/waits/job-state.ts';
import { changeFor } from '../answers/answers.ts';
import { type Choices, mockAnswers, openPoints, type PointId, reasonAgainst } from '../points/open-points.ts';

const longWait = 'Set `maxRetryAfter` if calls may wait that long.';

/** What a user of the client must do about some answers: a text for each answer, or a function of the answer. */
const actions: {
  readonly [Id in PointId]?:
    | { readonly [Choice in Choices[Id]]?: string }
    | ((answer: string, answers: SeenAnswers) => string | undefined);
} = {
  'job.successStatus': (answer, answers) => explain(answer, 'succeeded', answers),
  'job.failureStatus': (answer, answers) => explain(answer, 'failed', answers),
  'job.canceledStatus': (answer, answers) => explain(answer, 'canceled', answers),
  'jobs.statusUrl': trust,
  'jobs.cancelUrl': trust,
  'jobs.poll': trust,
  'jobs.cancelMethod': (answer) => {
    if (answer.endsWith('not stated')) return `Cancel with client.request and the method ${answer.split(',')[0]}.`;
    return answer === 'POST' ? undefined : 'Cancel a job that was polled, because only such a job states its method.';
  },
  'clip.export': unless('at once', () => 'Pass `jobOf`, which finds the job of a clip without an export_id.'),
  'error.notFound': unless('404', (answer) => lookFor(answer, 'NotFoundError')),
  'error.key': unless('401', (answer) => lookFor(answer, 'AuthenticationError')),
  'request.trim': unless('trim_start_seconds', (answer) => `Send ${answer} to batchTrim.`),
  'request.media': { properties: 'Send the changes to updateMedia in `properties`.' },
  'request.effect': { settings: 'Send the values of an effect in `settings`.' },
  'request.corrections': unless('phrase_replacements', (answer) => `Send the corrections as ${answer}.`),
  'request.project': { target_project: 'Send `target_project` with `extraBody`.' },
  'request.clips': { 'more than the source': 'Send more than `source`, such as `project_name`.' },
  'request.logo': { required: 'Always send replace_existing.' },
  'event.retryTimestamp': {
    original: 'Set `toleranceSeconds` to the time over which the service repeats a delivery.',
  },
  'event.secretKey': { 'decoded from base64': 'Pass the decoded bytes as `secret`.' },
  'event.size': { 'over 1 MiB': 'Set `maxBytes` of the webhook handler.' },
  'event.copies': unless('once', () => 'Set `dedupe` of the webhook handler.'),
  'error.unavailableAfter': { 'an hour': longWait },
  'error.retryAfter': { 'an hour': longWait },
  'idempotency.scope': { once: 'Use each Idempotency-Key for one endpoint only.' },
  'http.moved': unless('no', () => 'Set `baseUrl` to the address that the service redirects to.'),
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
export function followsFrom(id: PointId, answers: SeenAnswers): string {
  const answer = answers[id] ?? '';
  const reason = reasonAgainst(id, answer);
  if (reason !== undefined) return `The client does not support this. ${reason}`;
  const action = actions[id];
  const todo =
    typeof action === 'function' ? action(answer, answers) : new Map(Object.entries(action ?? {})).get(answer);
  if (todo !== undefined) return todo;
  if (answer === mockAnswers[id]) return 'Nothing.';
  const choices: readonly string[] = openPoints[id].choices;
  const client =
    choices.includes(answer) || anyValue.includes(id)
      ? 'The client supports this.'
      : 'The client was not tested with this.';
  return `${client} The mock ${changeFor(id, answer) ? 'follows' : 'does not follow'} it.`;
}

/**
 * Explains the option `outcome`, unless the client already knows the status. The option must name all final statuses,
 * because it replaces the usual ones. For a status that was not seen, it names the mock's.
 */
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

function unless(usual: string, explainOther: (answer: string) => string) {
  return (answer: string) => (answer === usual ? undefined : explainOther(answer));
}

function lookFor(answer: string, name: string): string {
  return `Look for the status ${answer} of an ApiError, rather than for ${name}.`;
}

function trust(answer: string): string | undefined {
  return answer.endsWith('trusted origin') ? 'Add the origin to `trustedOrigins` if you trust it.' : undefined;
}
