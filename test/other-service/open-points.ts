import { clipPoints } from './points/clips.ts';
import { editPoints } from './points/edits.ts';
import { errorPoints } from './points/errors.ts';
import { eventPoints } from './points/events.ts';
import { httpPoints } from './points/http.ts';
import { jobPoints } from './points/jobs.ts';
import { listPoints } from './points/lists.ts';
import { pagePoints } from './points/pages.ts';
import { presencePoints } from './points/presence.ts';
import { requestPoints } from './points/requests.ts';
import { resourcePoints } from './points/resources.ts';
import { successPoints } from './points/success.ts';

/**
 * The points by area. Left out is what a client cannot see, such as how keys are issued, and what only changes values that
 * it hands on, such as where a moved item lands.
 */
export const areas = {
  successPoints,
  presencePoints,
  httpPoints,
  requestPoints,
  resourcePoints,
  jobPoints,
  clipPoints,
  listPoints,
  pagePoints,
  editPoints,
  errorPoints,
  eventPoints,
};

/** Everything that the specification leaves open, by an id. */
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

/** How a service settles the points: one of its choices for each. */
export type Choices = { readonly [Id in PointId]: (typeof openPoints)[Id]['choices'][number] };

// Cast: `Object.keys` loses the names.
export const pointIds = Object.keys(openPoints) as PointId[];

/** Each point settled the plain way. */
// Cast: `Object.fromEntries` loses the names.
export const plainChoices = Object.fromEntries(pointIds.map((id) => [id, openPoints[id].choices[0]])) as Choices;

/** The value for how a point is settled; each of its choices must have one. */
export function pick<Id extends PointId, const Values extends { readonly [Choice in Choices[Id]]: unknown }>(
  choices: Choices,
  id: Id,
  values: Values,
): Values[Choices[Id]] {
  return values[choices[id]];
}
