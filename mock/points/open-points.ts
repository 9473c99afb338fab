import { clipPoints } from './clips.ts';
import { editPoints } from './edits.ts';
import { errorPoints } from './errors.ts';
import { eventPoints } from './events.ts';
import { httpPoints } from './http.ts';
import { jobPoints } from './jobs.ts';
import { presencePoints } from './models.ts';
import { listPoints, pagePoints } from './pages.ts';
import { requestPoints } from './requests.ts';
import { resourcePoints } from './resources.ts';
import { successPoints } from './success.ts';

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

/** Returns the entry of `values` that belongs to the service's choice. */
export function pick<Id extends PointId, const Values extends { readonly [Choice in Choices[Id]]: unknown }>(
  choices: Choices,
  id: Id,
  values: Values,
): Values[Choices[Id]] {
  return values[choices[id]];
}
