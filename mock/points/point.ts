/** A question that the specification leaves open, with the possible choices of a service. */
export interface OpenPoint<
  Choices extends readonly [string, string, ...string[]] = readonly [string, string, ...string[]],
> {
  /** The endpoint or the part of the specification that leaves the question open. */
  readonly where: string;
  readonly open: string;
  /** The possible answers. The first one is the plain choice, which services make by default. */
  readonly choices: Choices;
}

export function point<const Choices extends readonly [string, string, ...string[]]>(
  where: string,
  open: string,
  choices: Choices,
): OpenPoint<Choices> {
  return { where, open, choices };
}
