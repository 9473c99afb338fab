// Packs what is built, and compares its size with what an install may cost.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const most = { packed: 700_000, unpacked: 3_000_000 };

const [{ size, unpackedSize, files }] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8' }),
);
console.log(`${files.length} files, ${size} bytes packed, ${unpackedSize} unpacked`);

assert.ok(
  files.some(({ path }) => path === 'dist/index.d.ts'),
  'Run npm run build first: dist/ has no types.',
);
assert.ok(size <= most.packed, `The tarball has ${size} bytes, more than ${most.packed}.`);
assert.ok(unpackedSize <= most.unpacked, `Unpacked, it has ${unpackedSize} bytes, more than ${most.unpacked}.`);
