import { expect, test } from 'vitest';
import { readme, shellCommands } from './support/programs.ts';

const languages = readme.blocks.map(({ language }) => language);

test('every code block of the README is in a language that is tested', () => {
  expect(languages.filter((language) => language === 'ts').length).toBeGreaterThan(3);
  expect(languages.filter((language) => !['ts', 'sh', 'text'].includes(language))).toEqual([]);
  // The output of the demo: see built/demo.test.ts.
  expect(languages.filter((language) => language === 'text')).toHaveLength(1);
});

test('the commands of the README are those that are tested in the checks of the whole package, or use curl', () => {
  // What uses curl runs in built/readme-commands.slow.test.ts.
  expect(shellCommands(readme).filter((command) => !/^curl /.test(command))).toEqual([
    'npm install clipwright',
    'npx clipwright mock --seed-file node_modules/clipwright/examples/second-inaugural.vtt',
    'npm ci && npm run demo',
    'npm ci && npm test',
  ]);
});
