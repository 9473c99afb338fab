/**
 * Matchers for `expect` of vitest: what a mock has received and delivered. The types of `expect` are extended by the
 * import.
 *
 * @example
 * ```ts
 * import { mockMatchers } from 'clipwright/vitest';
 * import { expect } from 'vitest';
 *
 * expect.extend(mockMatchers);
 * expect(mock).toHaveReceived('projects.create', { name: 'Talk' });
 * ```
 *
 * @module clipwright/vitest
 */
import type {} from 'vitest';
import type { MockMatchers } from './matchers.ts';

export { type MatcherResult, type MockMatchers, mockMatchers } from './matchers.ts';

// vitest's own `Matchers` has other type parameters in each major version. Each builds its assertions on those of chai.
declare global {
  namespace Chai {
    interface Assertion extends MockMatchers<void> {}
  }
}
