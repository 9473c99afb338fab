// The console is small: its files are at most 50 KB in all, compressed.
import { gzipSync } from 'node:zlib';
import { consoleFiles } from '../../../../dist/console/files.js';
import { report } from '../report.mjs';

const MOST = 50 * 1024;

export async function check() {
  const sizes = Object.entries(consoleFiles).map(([name, text]) => [name, gzipSync(text).length]);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  report({
    title: `the files are ${total} bytes in all, compressed: at most ${MOST}`,
    pass: total <= MOST,
    actual: sizes,
  });
}
