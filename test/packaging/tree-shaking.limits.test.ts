import { describe, expect, test } from 'vitest';
import { isFull } from '../support/amount.ts';
import { sizeOf } from './support/bundlers.ts';

describe.each(isFull ? (['rollup', 'webpack'] as const) : (['esbuild'] as const))(
  '%s leaves out all that a program does not use:',
  (bundler) => {
    test.each([
      ['ConfigurationError', 362],
      ['RateLimitError', 600],
      ['TimeoutError', 510],
      ['JobFailedError', 462],
      ['RequestValidationError', 585],
      ['PartialFailureError', 492],
      // The largest of all classes.
      ['ResponseValidationError', 715],
      ['isClipwrightError', 342],
      ['isErrorNamed', 450],
      ['isApiError', 456],
      // Most of it is `idempotencyKey.from`, which tells what it refuses, and where.
      ['idempotencyKey', 2250],
    ])('%s alone is at most %i bytes', async (name, most) => {
      expect(await sizeOf(name, bundler)).toBeLessThanOrEqual(most);
    });
  },
);
