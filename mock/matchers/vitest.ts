import type {} from 'vitest';
import type { MockMatchers } from './matchers.ts';

export type { MatcherResult } from './matchers.ts';
export { type MockMatchers, mockMatchers } from './matchers.ts';

// Extend chai's assertions, because the type parameters of vitest's `Matchers` differ between major versions.
declare global {
  namespace Chai {
    interface Assertion extends MockMatchers<void> {}
  }
}
