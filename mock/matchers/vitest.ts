import type {} from 'vitest';
import type { MockMatchers } from './matchers.ts';

export type { MatcherResult } from './matchers.ts';
export { type MockMatchers, mockMatchers } from './matchers.ts';

// The type parameters of vitest's own `Matchers` differ between major versions. All of them extend chai's assertions.
declare global {
  namespace Chai {
    interface Assertion extends MockMatchers<void> {}
  }
}
