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
 * The points by area. They exclude what a client cannot observe, such as how keys are issued, and values that the client
 * only passes on, such as the position of a moved item.
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

/** Everything that the specification leaves open, by id. */
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

/** How a service settles the points: one choice for each. */
export type Choices = { readonly [Id in PointId]: (typeof openPoints)[Id]['choices'][number] };

// Cast: `Object.keys` loses the names.
export const pointIds = Object.keys(openPoints) as PointId[];

/** Settles each point with the plain choice. */
// Cast: `Object.fromEntries` loses the names.
export const plainChoices = Object.fromEntries(pointIds.map((id) => [id, openPoints[id].choices[0]])) as Choices;

/** Returns the value for a point's choice. Each choice must have a value. */
export function pick<Id extends PointId, const Values extends { readonly [Choice in Choices[Id]]: unknown }>(
  choices: Choices,
  id: Id,
  values: Values,
): Values[Choices[Id]] {
  return values[choices[id]];
}
