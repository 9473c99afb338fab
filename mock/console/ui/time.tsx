interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
}

/** A time of the mock, by its hour; whole where one points at it. */
export function Time({ at }: TimeProps) {
  return (
    <time dateTime={at} title={at}>
      {at.slice(11, 19)}
    </time>
  );
}
