import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface DetailProps {
  readonly title: string;
  /** Where closing leads. */
  readonly closeHref: string;
  readonly children: ComponentChildren;
}

/** What is open beside a list. Escape closes it. */
export function Detail({ title, closeHref, children }: DetailProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // So that a screen reader says what was opened, and Tab goes on from there.
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

interface SectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part of a detail. */
export function Section({ title, children }: SectionProps) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

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

interface LinksProps {
  readonly title: string;
  readonly links: readonly { readonly id: string; readonly href: string }[];
}

/** One of the pairs of a list: a title, and links as its value. */
export function Links({ title, links }: LinksProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {links.map(({ id, href }) => (
          <a key={id} href={href} class="id">
            {id}
          </a>
        ))}
      </dd>
    </div>
  );
}

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
