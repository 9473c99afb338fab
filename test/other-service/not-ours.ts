import { type Choices, openPoints, type PointId } from './open-points.ts';

/**
 * The choices that the client does not support, with the reasons. `OtherService` implements these choices, but probes
 * and stories do not use them.
 */
const notOurs: { readonly [Id in PointId]?: { readonly [Choice in Choices[Id]]?: string } } = {
  'http.headers': {
    'Deprecation, Sunset and Warning': 'The client does not guess which versions end.',
    'those of a cache': 'The client sends each poll, and leaves caching to `fetch`.',
  },
  'values.txid': { 'above 2^53': 'JSON.parse loses digits of numbers this large.' },
  'idempotency.running': {
    '423': 'Nothing says what a lock means: it is an error like others.',
    '425': 'Nothing says what "too early" means: it is an error like others.',
  },
  'error.unavailable': { '425': 'Nothing says that it passes: it is an error like others.' },
  'job.completedAt': {
    'at the end, else 1970': notYearOne(),
    'at the end, else year 0': notYearOne(),
    'at the end, else year 9999': notYearOne(),
    '1970': notYearOne(),
    'year 0': notYearOne(),
    'year 9999': notYearOne(),
  },
  'job.error': { object: 'The specification has a string: anything else is shown as JSON.' },
};

/** Returns the choices that the client supports for a point. The plain choice is the first. */
export function choicesOf(id: PointId): readonly string[] {
  const reasons: Readonly<Record<string, string>> = { ...notOurs[id] };
  return openPoints[id].choices.filter((choice) => reasons[choice] === undefined);
}

function notYearOne(): string {
  return 'A job with a date has ended; only that of year 1, which some languages cannot leave out, is none.';
}
