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
        <a class="close-link" href={closeHref} aria-label="Close">
          ✕
        </a>
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
