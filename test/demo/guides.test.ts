import { expect, test } from 'vitest';
import { guides } from './support/programs.ts';

test('every guide has code blocks, all in tested languages', () => {
  expect(guides.map(({ name }) => name)).toEqual([
    'command-line',
    'console',
    'edit-captions-and-timeline',
    'errors-and-retries',
    'first-day',
    'first-ten-minutes',
    'idempotency',
    'long-running-jobs',
    'other-languages',
    'pagination',
    'past-one-process',
    'playwright',
    'production',
    'receiving-webhooks',
    'shared-mock',
    'shorts-pipeline',
    'simulating-failures',
    'testing-your-app',
    'upgrading-and-compatibility',
    'webhooks-in-tests',
    'what-the-client-assumes',
    'workflow-engines',
  ]);
  expect(guides.filter(({ blocks }) => blocks.length === 0)).toEqual([]);
  // programs.test.ts runs the `ts` blocks, or `npm run check:types` compiles them. The other blocks run in
  // command-line.test.ts, receiving-webhooks.slow.test.ts, other-languages.slow.test.ts and
  // test/tools/consumer/first-ten-minutes.mjs, except the diagram in past-one-process.
  const others = guides.flatMap(({ name, blocks }) => blocks.map(({ language }) => `${name} ${language}`));
  const isTested =
    /^(\S+ ts|(command-line|first-day|receiving-webhooks|first-ten-minutes) sh|other-languages (sh|python|text)|past-one-process text)$/;
  expect(others.filter((each) => !isTested.test(each))).toEqual([]);
});
