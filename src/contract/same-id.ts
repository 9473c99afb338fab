/** Whether two identifiers are one: their case does not matter. */
export function isSameId(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase();
}
