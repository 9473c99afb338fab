import { spawnSync } from 'node:child_process';

export const hasCurl: boolean = spawnSync('curl', ['--version']).status === 0;

if (!hasCurl) console.warn('curl is not installed: the tests that need it are skipped.');
