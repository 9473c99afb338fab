import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { runScript } from '../support/run-script.ts';

// Importing this example's tests runs them here.
import '../../../examples/tests-vitest/publish.test.ts';

test.each([
  [
    'quickstart.ts',
    /^Four score and seven years ago…\n {2}https:\S+\.mp4\n {4}0\.0 s {2}Four score and seven years ago\n/,
  ],
  ['msw.ts', /^Talk has the id \S+\nPOST https:\S+\/projects got a 201\n$/],
])('%s prints its results', async (file, printed) => {
  const { code, stdout, stderr } = await runScript(`examples/${file}`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(printed);
});

const projects = globSync('examples/*/package.json', { exclude: (file) => file.includes('node_modules') });

test.each(projects)('%s has a start or test script, and depends on this version of the package', (file) => {
  expect(projects.length).toBeGreaterThan(5);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    private: true,
    type: 'module',
    engines: { node: '>=22.18' },
    scripts: expect.toSatisfy((scripts) => 'start' in scripts || 'test' in scripts),
    dependencies: { clipwright: `^${manifest.version}` },
  });
});
