import { clipPoints } from './clips.ts';
import { editPoints } from './edits.ts';
import { eventPoints } from './events.ts';
import { errorPoints, httpPoints, requestPoints, successPoints } from './http.ts';
import { jobPoints } from './jobs.ts';
import { presencePoints } from './models.ts';
import { listPoints, pagePoints } from './pages.ts';
import { resourcePoints } from './resources.ts';

/**
 * The questions that the specification leaves open, by id. A question is left out if a client cannot observe the answer
 * (for example, how keys are issued) or only returns it (for example, the position of a moved item).
 */
export const openPoints = {
  ...successPoints,
  ...presencePoints,
  ...httpPoints,
  ...requestPoints,
  ...resourcePoints,
  ...jobPoints,
  ...clipPoints,
  ...listPoints,
  ...pagePoints,
  ...editPoints,
  ...errorPoints,
  ...eventPoints,
};

export type PointId = keyof typeof openPoints;

export type Choices = { readonly [Id in PointId]: (typeof openPoints)[Id]['choices'][number] };

// Cast: `Object.keys` returns strings.
export const pointIds = Object.keys(openPoints) as PointId[];

/** The first choice of each point. */
// Cast: `Object.fromEntries` types the names as strings.
export const plainChoices = Object.fromEntries(pointIds.map((id) => [id, openPoints[id].choices[0]])) as Choices;

/** How the mock answers each point: with the plain choice, unless another answer stands here. */
export const mockAnswers: { readonly [Id in PointId]: string } = {
  ...plainChoices,
  'success.clips.generate': '202',
  'success.projects.create': '201',
  'success.audio.generateSound': '202',
  'success.webhooks.register': '201',
  'logo.nextActions': 'none',
  'job.nextActions': 'cancel',
  // The method of the first next action of a job, because the mock’s logos have no next action.
  'nextAction.method': 'GET',
  'pages.defaultSize': '50 captions, 100 words',
};

const notThisDate =
  'The client ignores only a completed_at in year 0 or 1, which some languages write for a missing date.';
const permanent = 'The client treats it as a permanent error, because the specification does not list this status.';

/** The choices that the client does not support, with the reasons. */
const notOurs: { readonly [Id in PointId]?: { readonly [Choice in Choices[Id]]?: string } } = {
  'http.headers': {
    'Deprecation, Sunset and Warning': 'The client does not report that a version ends.',
    'caching headers': 'The client never sends conditional requests, and leaves caching to `fetch`.',
  },
  'values.txid': { 'above 2^53': 'JSON.parse loses digits of numbers this large.' },
  'idempotency.running': { '423': permanent, '425': permanent },
  'error.unavailable': { '425': permanent },
  'job.completedAt': {
    'at the end, else 1970': notThisDate,
    'at the end, else year 9999': notThisDate,
    '1970': notThisDate,
    'year 9999': notThisDate,
  },
  'job.error': { object: 'The specification says that error is a string. The client shows any other value as JSON.' },
};

/** Returns why the client does not support a choice; undefined if it does, or if the point has no such choice. */
export function reasonAgainst(id: PointId, choice: string): string | undefined {
  const reasons: Readonly<Record<string, string>> = { ...notOurs[id] };
  return Object.hasOwn(reasons, choice) ? reasons[choice] : undefined;
}
