import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('a release fills in the addresses of the repository that it is built in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipwright-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(new URL('../../package.json', import.meta.url), join(folder, 'package.json'));
  const [command = ''] = /npm pkg set\n(?: {10}.*\n)+/.exec(read('.github/workflows/release.yml')) ?? [];

  const env = { ...process.env, GITHUB_REPOSITORY: 'owner/name' };
  execFileSync('sh', ['-c', command.replaceAll('\n', ' ')], { cwd: folder, env });

  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toEqual({
    ...manifest,
    repository: { url: 'git+https://github.com/owner/name.git' },
    homepage: 'https://github.com/owner/name#readme',
    bugs: { url: 'https://github.com/owner/name/issues' },
  });
});

test('.nvmrc names the version of Node that the npm scripts run on', () => {
  expect(manifest.devDependencies.node).toMatch(new RegExp(`^\\^${read('.nvmrc').trim()}\\.`));
});
