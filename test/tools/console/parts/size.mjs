// The console is small: what its page loads, and all of its files, with the client that is loaded for the first edit.
import { gzipSync } from 'node:zlib';
import { consoleFiles } from '../../../../dist/console/files.js';
import { report } from '../report.mjs';

const MOST = 50 * 1024;
const loadedAtOnce = ['console.js', 'console.css'];

export async function check() {
  const sizes = Object.entries(consoleFiles).map(([name, text]) => [name, gzipSync(text).length]);
  atMost(
    'what the page loads',
    sizes.filter(([name]) => loadedAtOnce.includes(name)),
  );
  atMost('all files', sizes);
}

function atMost(what, sizes) {
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  report({ title: `${what}: ${total} bytes compressed, at most ${MOST}`, pass: total <= MOST, actual: sizes });
}
