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
