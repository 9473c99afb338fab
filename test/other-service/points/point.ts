/** Something that the specification leaves open, and the ways in which a service can settle it. */
export interface OpenPoint<
  Choices extends readonly [string, string, ...string[]] = readonly [string, string, ...string[]],
> {
  /** The endpoint or the part of the specification. */
  readonly where: string;
  readonly open: string;
  /** The first choice is the plain one. */
  readonly choices: Choices;
}

export function point<const Choices extends readonly [string, string, ...string[]]>(
  where: string,
  open: string,
  choices: Choices,
): OpenPoint<Choices> {
  return { where, open, choices };
}
