import type { MatcherResult } from './matcher-result.ts';

/** What a test framework calls a matcher with. */
interface MatcherContext {
  /** Undefined in vitest without `.not`. */
  readonly isNot?: boolean | undefined;
  /** That of vitest, but not of vitest 3; undefined outside of a test. */
  readonly task?: RunningTest | undefined;
}

interface RunningTest {
  /** What the test waits for at its end. */
  promises?: Promise<unknown>[] | undefined;
}

/**
 * The result of a matcher. Where it is a promise, the test waits for it at its end, as for `expect(…).resolves`: vitest does
 * not wait for a matcher that is not awaited, and so a test at the end of a file would pass.
 */
export function awaitedByTest(
  context: unknown,
  result: MatcherResult | Promise<MatcherResult>,
): MatcherResult | Promise<MatcherResult> {
  // Cast: a context has these fields, or none.
  if (result instanceof Promise) failWithoutAwait(result, context as MatcherContext | undefined);
  return result;
}

function failWithoutAwait(result: Promise<MatcherResult>, { task, isNot = false }: MatcherContext = {}): void {
  if (!task) return;
  const outcome = result.then(({ pass, message }) => {
    if (pass === isNot) throw new Error(`${message()}\nAwait the matcher: the mock is a remote one.`);
  });
  task.promises = [...(task.promises ?? []), outcome];
  // What has ended before the test is in the hands of whoever awaits it.
  const forget = () => {
    task.promises = task.promises?.filter((each) => each !== outcome);
  };
  outcome.then(forget, forget);
}
