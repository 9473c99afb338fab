import { type Choices, openPoints, type PointId } from './open-points.ts';

/**
 * The choices that the client does not support, with the reasons. `OtherService` implements these choices, but probes
 * and stories do not use them.
 */
const notOurs: { readonly [Id in PointId]?: { readonly [Choice in Choices[Id]]?: string } } = {
  'http.headers': {
    'Deprecation, Sunset and Warning': 'The client does not report that a version ends.',
    'caching headers': 'The client never sends conditional requests, and leaves caching to `fetch`.',
  },
  'values.txid': { 'above 2^53': 'JSON.parse loses digits of numbers this large.' },
  'idempotency.running': {
    '423': 'The client treats it as a permanent error, because the specification does not list this status.',
    '425': 'The client treats it as a permanent error, because the specification does not list this status.',
  },
  'error.unavailable': {
    '425': 'The client treats it as a permanent error, because the specification does not list this status.',
  },
  'job.completedAt': {
    'at the end, else 1970': notYearOne(),
    'at the end, else year 0': notYearOne(),
    'at the end, else year 9999': notYearOne(),
    '1970': notYearOne(),
    'year 0': notYearOne(),
    'year 9999': notYearOne(),
  },
  'job.error': { object: 'The specification says that error is a string. The client shows any other value as JSON.' },
};

/** Returns the choices that the client supports for a point. The plain choice is the first. */
export function choicesOf(id: PointId): readonly string[] {
  return openPoints[id].choices.filter((choice) => reasonAgainst(id, choice) === undefined);
}

/** Returns why the client does not support a choice; undefined if it does, or if the point has no such choice. */
export function reasonAgainst(id: PointId, choice: string): string | undefined {
  const reasons: Readonly<Record<string, string>> = { ...notOurs[id] };
  return Object.hasOwn(reasons, choice) ? reasons[choice] : undefined;
}

function notYearOne(): string {
  return 'The client ignores only a completed_at in year 1, which some languages write for a missing date.';
}
