import { spawnSync } from 'node:child_process';

/** Whether curl is there: the tests that show what it alone can do are left out where it is not. */
export const hasCurl: boolean = spawnSync('curl', ['--version']).status === 0;

if (!hasCurl) console.warn('curl is not installed: the tests that use it are left out.');
