import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface DetailProps {
  readonly title: string;
  /** The address that closes the record and shows only the list. */
  readonly closeHref: string;
  readonly children: ComponentChildren;
}

/** A record that is open next to a list. Escape closes it. */
export function Detail({ title, closeHref, children }: DetailProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Focus the record, so that screen readers announce it and Tab continues from it.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title]);
  return (
    <section
      class="detail"
      aria-label={title}
      onKeyDown={({ key }) => {
        if (key === 'Escape') location.hash = closeHref;
      }}
    >
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <a href={closeHref}>Close</a>
      </header>
      {children}
    </section>
  );
}

export function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** A list of names and values. Null values are omitted. */
export function Pairs({ pairs }: { readonly pairs: Readonly<Record<string, ComponentChildren>> }) {
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

/** The maximum number of characters to show, because a page cannot scroll through a megabyte of text. */
const MOST_CHARACTERS = 100_000;

/** Shows a value as indented JSON. A string, such as a non-JSON body, is shown as is. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    <JsonText label={label}>
      {text.slice(0, MOST_CHARACTERS)}
      {text.length > MOST_CHARACTERS && `\n… ${text.length - MOST_CHARACTERS} more characters`}
    </JsonText>
  );
}

export function JsonText({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="json" tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  );
}

/** Parses JSON. Returns the text itself if it is not valid JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
