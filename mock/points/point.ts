/** A question that the specification leaves open, with the possible choices of a service. */
export interface OpenPoint<Choices extends readonly string[] = readonly string[]> {
  readonly open: string;
  /** The possible answers. The first one is the plain choice. */
  readonly choices: Choices;
}

type Split<Text extends string> = Text extends `${infer First} | ${infer Rest}`
  ? [Choice<First>, ...Split<Rest>]
  : [Choice<Text>];
type Choice<Text extends string> = Text extends '""' ? '' : Text;
/** The choices in texts, as {@link point} splits them. */
export type SplitAll<Texts extends readonly string[]> = Texts extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? [...Split<First>, ...SplitAll<Rest>]
  : [];

/** Defines a point. `choices`: separated by ` | `, on as many lines as they need; `""` stands for the empty string. */
export function point<const Texts extends readonly string[]>(
  open: string,
  ...choices: Texts
): OpenPoint<SplitAll<Texts>> {
  const names = choices.join(' | ').split(' | ');
  // Cast: the types split the texts as the line above does.
  return { open, choices: names.map((name) => (name === '""' ? '' : name)) as SplitAll<Texts> };
}
