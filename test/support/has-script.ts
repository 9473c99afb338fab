import { spawnSync } from 'node:child_process';

/** Whether `script` of util-linux is installed. Other implementations of `script` have different options. */
export const hasScript: boolean = String(spawnSync('/usr/bin/script', ['--version']).stdout).includes('util-linux');

if (!hasScript) console.warn('script of util-linux is not installed: the tests that need it are skipped.');
