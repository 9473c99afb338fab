import { Clipwright } from 'clipwright';
import { expect, test } from 'vitest';
import { guides, readme, shellCommands } from './support/programs.ts';

const languages = readme.blocks.map(({ language }) => language);

test('every code block of the README is in a tested language', () => {
  expect(languages.filter((language) => language === 'ts').length).toBeGreaterThan(3);
  expect(languages.filter((language) => !['ts', 'sh'].includes(language))).toEqual([]);
});

test('the commands of the README use curl, or install, start or test the package', () => {
  // built/readme-commands.slow.test.ts runs the curl commands.
  expect(shellCommands(readme).filter((command) => !/^curl /.test(command))).toEqual([
    'npm install clipwright',
    'npx clipwright mock \\\n  --seed-file node_modules/clipwright/examples/second-inaugural.vtt',
    'npm ci && npm run demo',
    'npm ci && npm test',
  ]);
});

test('the guide on the first ten minutes lists the methods of the client; `npm run generate` writes them', async () => {
  const firstGuide = guides.find(({ name }) => name === 'first-ten-minutes');
  if (!firstGuide) throw new Error('The guide is missing.');
  const rows = methodRows(new Clipwright({ apiKey: 'test', baseUrl: 'https://video.test' }), 'client');
  const written = firstGuide.text.replace(/^(\| `client\.[\w.]+` \| .*\n)+/m, rows.join(''));

  await expect(written).toMatchFileSnapshot(`../../${firstGuide.file}`);
});

/** A table row for each resource, followed by the rows of its nested resources. */
function methodRows(owner: object, path: string): string[] {
  return Object.entries(owner).flatMap(([name, resource]) => {
    const field = `${path}.${name}`;
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter(
      (each) => each !== 'constructor',
    );
    return [`| \`${field}\` | ${methods.map((each) => `\`${each}\``).join(', ')} |\n`, ...methodRows(resource, field)];
  });
}
