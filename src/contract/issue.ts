/** One thing that is wrong with a value. */
export interface Issue {
  /** Where, as in `items[0].timeline_item_id`; empty for the value itself. */
  readonly path: string;
  /** What is wrong and what would be valid, without the path. */
  readonly message: string;
}

/** How many issues of a value are looked for: a value of a few megabytes may have millions. */
export const maxIssues = 100;
