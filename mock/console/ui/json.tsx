import type { ComponentChildren } from 'preact';

/** Maps the path of a value, such as `items[0].start_seconds`, to a note about it. */
export type Marks = ReadonlyMap<string, string>;

/** The maximum number of characters to show, because a page cannot scroll through a megabyte of text. */
const MOST_CHARACTERS = 100_000;

/** Longer JSON is shown as plain text, because thousands of elements take long to lay out. */
const MOST_FOLDABLE = 20_000;

interface JsonProps {
  readonly label: string;
  readonly value: unknown;
  readonly marks?: Marks;
}

/** Shows a value as JSON that can be folded. A string, such as a body that is not JSON, is shown as is. */
export function Json({ label, value, marks = new Map() }: JsonProps) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  const isFoldable = typeof value === 'object' && text.length <= MOST_FOLDABLE;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls must be reachable by keyboard.
    <section class="json" tabIndex={0} aria-label={label}>
      {isFoldable ? (
        <div class="tree mono">
          <Value value={value} path="" marks={marks} />
        </div>
      ) : (
        <pre>
          {text.slice(0, MOST_CHARACTERS)}
          {text.length > MOST_CHARACTERS && `\n… ${text.length - MOST_CHARACTERS} more characters`}
        </pre>
      )}
    </section>
  );
}

interface ValueProps {
  readonly value: unknown;
  readonly path: string;
  readonly marks: Marks;
  /** The name of the field with this value. */
  readonly name?: string;
  /** The comma after the value, unless it is the last one. */
  readonly comma?: string;
}

function Value({ value, path, marks, name, comma = '' }: ValueProps) {
  const isList = Array.isArray(value);
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const head = name !== undefined && (
    <>
      <span class="name">{JSON.stringify(name)}</span>:{' '}
    </>
  );
  if (entries.length === 0) {
    return (
      <div>
        <Marked mark={marks.get(path)}>
          {head}
          <span class={value === null ? 'null' : typeof value}>{JSON.stringify(value)}</span>
          {comma}
        </Marked>
      </div>
    );
  }
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return (
    <details open>
      <summary>
        <Marked mark={marks.get(path)}>
          {head}
          {open}
        </Marked>
        <span class="folded">
          …{close}
          {comma}
        </span>
      </summary>
      {entries.map(([key, field], index) => (
        <Value
          key={key}
          value={field}
          path={isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`}
          marks={marks}
          {...(!isList && { name: key })}
          comma={index < entries.length - 1 ? ',' : ''}
        />
      ))}
      <div class="close">
        {close}
        {comma}
      </div>
    </details>
  );
}

function Marked({ mark, children }: { readonly mark: string | undefined; readonly children: ComponentChildren }) {
  if (mark === undefined) return <>{children}</>;
  return (
    <>
      <mark>{children}</mark> <span class="slip">← {mark}</span>
    </>
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
