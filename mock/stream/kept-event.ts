/** The API key of the workspace that has changed; undefined for all of them, null for none. */
export type Whose = string | undefined | null;

/** An event as it is kept. */
export interface KeptEvent {
  readonly number: number;
  readonly whose: Whose;
  /** The event without its id, as JSON: it shows the state at its time, and its length is its size. */
  readonly json: string;
  /** What readers of one workspace get instead. */
  readonly jsonFor?: ((apiKey: string) => string) | undefined;
}
