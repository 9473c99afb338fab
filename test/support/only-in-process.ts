import { test } from 'vitest';

/** Whether the tests run with a mock that is controlled over its socket. */
export const isRemote: boolean = process.env.TEST_MOCK === 'remote';

const reasons = {
  'fake timers': 'They stop the sockets, too.',
  'one turn': 'Several calls are to be made before anything else happens, but requests have no order.',
  cost: 'It makes ten thousand calls and more, each of which would be a request.',
  'large headers': 'node:http refuses them before the mock sees them.',
} as const;

/** For a test that only a mock in process can pass. */
export function onlyInProcess(_: keyof typeof reasons) {
  return isRemote ? test.skip : test;
}
