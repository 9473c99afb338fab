import { test } from 'vitest';

/** Whether the tests run with a mock that is controlled over its socket. */
export const isRemote: boolean = process.env.TEST_MOCK === 'remote';

// Whole files are left out by `openInProcess`: `timeline.property`, `word-edits.property` and `long-project`, which are
// about the API and would take minutes, and `fuzz`, whose requests have headers that `fetch` sends to no socket.
const reasons = {
  'fake timers': 'They stop the sockets, too, and the time of another process cannot be faked.',
  'one turn': 'Several calls are to be made before anything else happens, but requests have no order.',
  cost: 'It makes thousands of calls, or some of many megabytes, each of which would be a request.',
  'large headers': 'node:http refuses them before the mock sees them.',
} as const;

/** `test`, skipped with a remote mock for the given reason. */
export function onlyInProcess(_: keyof typeof reasons) {
  return test.skipIf(isRemote);
}
