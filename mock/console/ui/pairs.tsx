interface PairsProps {
  /** What is null is left out. */
  readonly pairs: Readonly<Record<string, string | number | null>>;
}

/** Names and their values. */
export function Pairs({ pairs }: PairsProps) {
  return (
    <dl class="pairs">
      {Object.entries(pairs).map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
