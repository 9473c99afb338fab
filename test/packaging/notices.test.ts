import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { consoleBuild } from '../../mock/console/build/console-files.ts';
import { bundleOf, packagesOf } from './support/bundle.ts';

const preface = `# Third-party notices

The published files carry code of the packages below, each under its own license.
`;

test('THIRD-PARTY-NOTICES.md has the license of every bundled package: `npm run generate` writes it', async () => {
  const bundles = [bundleOf('mock'), bundleOf('msw'), bundleOf('cli', 'node'), bundleOf('index', 'node')];
  const { metafile } = await build({ ...consoleBuild, write: false, metafile: true });
  const ofConsole = packagesOf(Object.keys(metafile.inputs));
  const packages = new Set([...bundles.flatMap((bundle) => bundle.packages), ...ofConsole]);
  const notices = [...packages].sort().map((name) => `\n## ${name}\n\n${licenseOf(name)}\n`);

  await expect([preface, ...notices].join('')).toMatchFileSnapshot('../../THIRD-PARTY-NOTICES.md');
});

function licenseOf(name: string): string {
  const folder = fileURLToPath(new URL(`../../node_modules/${name}/`, import.meta.url));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} has no license file: find its license and note it here.`);
  return readFileSync(`${folder}${file}`, 'utf8').trim().replace(/\r/g, '');
}
