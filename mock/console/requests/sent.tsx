import type { RequestRecord } from 'clipwright/mock';
import { Section } from '../ui/detail.tsx';
import { Json } from '../ui/json.tsx';
import { jsonLines } from './json-lines.ts';
import { type Marks, marksOf } from './marks.ts';

/** A longer value is shown without marks. */
const MOST_LINES = 2000;

/** What was sent, with marks at what was refused or not known. */
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

interface PartProps {
  readonly title: string;
  readonly value: unknown;
  readonly marks: Marks;
}

function Part({ title, value, marks }: PartProps) {
  const label = `${title} with the request`;
  const lines = marks.size === 0 ? [] : jsonLines(value);
  return (
    <Section title={title}>
      {lines.length === 0 || lines.length > MOST_LINES ? (
        <Json label={label} value={value} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section class="json" tabIndex={0} aria-label={label}>
          <pre>
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
          </pre>
        </section>
      )}
    </Section>
  );
}
