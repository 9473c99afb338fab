import { type Choices, openPoints, type PointId, reasonAgainst } from '../../mock/points/open-points.ts';

/** Returns the entry of `values` that belongs to the service's choice. */
export function pick<Id extends PointId, const Values extends { readonly [Choice in Choices[Id]]: unknown }>(
  choices: Choices,
  id: Id,
  values: Values,
): Values[Choices[Id]] {
  return values[choices[id]];
}

/** Returns the choices that the client supports for a point. The plain choice is the first. */
export function choicesOf(id: PointId): readonly string[] {
  return openPoints[id].choices.filter((choice) => reasonAgainst(id, choice) === undefined);
}

/** Whether a receiver rejects deliveries with this form of timestamp, because it cannot parse the time. */
export function isUnreadable(choice: Choices['event.timestamp']): boolean {
  return ['without zone', 'comma before the fraction', 'HTTP date'].includes(choice);
}
