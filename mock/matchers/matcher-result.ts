/** The result of a matcher, as vitest and jest expect it. */
export interface MatcherResult {
  readonly pass: boolean;
  /** Why the matcher failed; if `pass` is true, why its `.not` failed. */
  readonly message: () => string;
}
