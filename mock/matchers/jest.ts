/**
 * Matchers for jest's `expect` that check what a mock has received and delivered. Importing this module extends the
 * types of `expect`.
 *
 * @example
 * ```ts
 * import { expect } from '@jest/globals';
 * import { mockMatchers } from 'clipwright/jest';
 *
 * expect.extend(mockMatchers);
 * expect(mock).toHaveReceived('projects.create', { name: 'Talk' });
 * ```
 *
 * @module clipwright/jest
 */
import type {} from 'expect';
import type { MockMatchers } from './matchers.ts';

export { type MatcherResult, type MockMatchers, mockMatchers } from './matchers.ts';

// For the `expect` of `@jest/globals`.
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends MockMatchers<R> {}
}

// For the global `expect` of `@types/jest`.
declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: the type parameters must equal those of the merged interface.
    interface Matchers<R, T = {}> extends MockMatchers<R> {}
  }
}
