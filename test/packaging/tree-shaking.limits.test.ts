import { describe, expect, test } from 'vitest';
import { isFull } from '../support/amount.ts';
import { sizeOf } from './support/bundlers.ts';

describe.each(isFull ? (['rollup', 'webpack'] as const) : (['esbuild'] as const))(
  '%s removes unused code:',
  (bundler) => {
    test.each([
      ['ConfigurationError', 362],
      ['RateLimitError', 600],
      ['TimeoutError', 510],
      ['JobFailedError', 462],
      ['RequestValidationError', 585],
      ['PartialFailureError', 492],
      // The largest error class.
      ['ResponseValidationError', 715],
      ['isClipwrightError', 342],
      ['isErrorNamed', 450],
      ['isApiError', 456],
      // Most of these bytes are `idempotencyKey.from`, whose errors name the path of the invalid value.
      ['idempotencyKey', 2250],
    ])('a program that only uses %s is at most %i bytes', async (name, most) => {
      expect(await sizeOf(name, bundler)).toBeLessThanOrEqual(most);
    });
  },
);
