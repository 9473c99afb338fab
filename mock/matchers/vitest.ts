import type {} from 'vitest';
import type { MockMatchers } from './matchers.ts';

export type { MatcherResult } from './matchers.ts';
export { type MockMatchers, mockMatchers } from './matchers.ts';

// vitest's own `Matchers` has other type parameters in each major version. Each builds its assertions on those of chai.
declare global {
  namespace Chai {
    interface Assertion extends MockMatchers<void> {}
  }
}
