interface JsonProps {
  readonly value: unknown;
  readonly label: string;
}

/** The most characters that are shown of a value: a page cannot scroll through a megabyte of text. */
const MOST_CHARACTERS = 100_000;

/** A value as indented JSON; a text, such as a body that is none, as it is. */
export function Json({ value, label }: JsonProps) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="json" tabIndex={0} aria-label={label}>
      <pre>
        {text.slice(0, MOST_CHARACTERS)}
        {text.length > MOST_CHARACTERS && `\n… ${text.length - MOST_CHARACTERS} more characters`}
      </pre>
    </section>
  );
}

/** The parsed value of a text; the text itself if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
