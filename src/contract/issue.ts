/** One problem with a value. */
export interface Issue {
  /** The path, such as `items[0].timeline_item_id`; empty for the value itself. */
  readonly path: string;
  /** What is wrong and what would be valid, without the path. */
  readonly message: string;
}

/** The maximum number of issues to find: a value of a few megabytes can have millions. */
export const maxIssues = 100;
