import type { RequestRecord } from 'clipwright/mock';
import { Json, JsonText, Section } from '../ui/detail.tsx';
import { type Marks, marksOf } from './reasons.ts';

/** Values with more lines are shown without marks. */
const MOST_LINES = 2000;

/** The sent input, with marks at invalid and unknown fields. */
export function Sent({ request }: { readonly request: RequestRecord }) {
  const { body, query } = request;
  const marks = marksOf(request);
  return (
    <>
      {Object.keys(query).length > 0 && <Part title="Query" value={query} marks={marks} />}
      {body !== null && <Part title="Sent" value={body} marks={marks} />}
    </>
  );
}

function Part({ title, value, marks }: { readonly title: string; readonly value: unknown; readonly marks: Marks }) {
  const label = `${title} with the request`;
  const lines = marks.size === 0 ? [] : jsonLines(value);
  return (
    <Section title={title}>
      {lines.length === 0 || lines.length > MOST_LINES ? (
        <Json label={label} value={value} />
      ) : (
        <JsonText label={label}>
          {lines.map(({ path, text }) => {
            const mark = path === '' ? undefined : marks.get(path);
            return mark === undefined ? (
              `${text}\n`
            ) : (
              <>
                <mark>{text}</mark> <span class="status refused">← {mark}</span>
                {'\n'}
              </>
            );
          })}
        </JsonText>
      )}
    </Section>
  );
}

interface JsonLine {
  /** The path of the value that begins here, such as `items[0].start`. Empty for the root and closing brackets. */
  readonly path: string;
  readonly text: string;
}

/** Splits a value into lines of indented JSON, each with its path. */
export function jsonLines(value: unknown, path = '', start = '', indent = ''): JsonLine[] {
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return [{ path, text: indent + start + (JSON.stringify(value) ?? '') }];
  }
  const entries = Object.entries(value);
  const inner = entries.flatMap(([name, field], index) => {
    const fieldPath = isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const lines = jsonLines(field, fieldPath, isList ? '' : `${JSON.stringify(name)}: `, `${indent}  `);
    return index === entries.length - 1 ? lines : withComma(lines);
  });
  return [
    { path, text: `${indent}${start}${isList ? '[' : '{'}` },
    ...inner,
    { path: '', text: `${indent}${isList ? ']' : '}'}` },
  ];
}

function withComma(lines: readonly JsonLine[]): JsonLine[] {
  const last = lines.at(-1);
  return last ? [...lines.slice(0, -1), { ...last, text: `${last.text},` }] : [];
}
