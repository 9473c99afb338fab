/** What part of the mock is meant. */
export interface MockScope {
  /** The workspace of this API key alone; all of them if left out. */
  readonly apiKey?: string;
}
