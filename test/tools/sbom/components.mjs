import { readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);

export const manifest = JSON.parse(readRoot('package.json'));

/**
 * All packages whose code a user gets: the dependencies that npm installs, and the packages that are bundled into the files.
 * THIRD-PARTY-NOTICES.md lists the bundled packages, and a test checks that list.
 */
export function readComponents() {
  const { packages } = JSON.parse(readRoot('package-lock.json'));
  const bundled = [...readRoot('THIRD-PARTY-NOTICES.md').matchAll(/^## (\S+)$/gm)].map(([, name]) => name);
  const installed = Object.keys(packages)
    .filter((path) => path !== '' && isInstalled(packages[path]))
    .map(nameOf);
  return [...new Set([...bundled, ...installed])].sort().map((name) => {
    const { version, license, integrity } = packages[`node_modules/${name}`];
    return {
      name,
      version,
      license,
      integrity,
      isBundled: bundled.includes(name),
      isInstalled: installed.includes(name),
    };
  });
}

function isInstalled({ dev, devOptional, optional, peer }) {
  return !dev && !devOptional && !optional && !peer;
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function readRoot(file) {
  return readFileSync(new URL(file, root), 'utf8');
}
