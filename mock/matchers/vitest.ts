import type { MockMatchers } from './matchers.ts';

export { type MatcherResult, type MockMatchers, mockMatchers } from './matchers.ts';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends MockMatchers<R> {}
}
