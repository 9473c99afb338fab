// Runs the recipes of CONTRIBUTING.md: `npm run generate` writes all generated files, `npm run check:generated` fails if one is
// stale, and `npm run check:endpoint` and `check:fault` run all tests that a new endpoint or fault can break.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { exitCodeOf, start, withCleanUp } from './processes.mjs';

const bin = (path) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

/** The tests that write or check the generated files. The second step reads files that the first step writes. */
const generated = [
  [
    'test/types/types.test.ts',
    'test/openapi/examples.test.ts',
    'test/demo/assumptions.test.ts',
    'test/demo/readme.test.ts',
    'test/mock/snapshot-shape.test.ts',
    'test/packaging/notices.test.ts',
  ],
  ['test/openapi/document.test.ts', 'test/openapi/control-document.test.ts'],
];

/** Selects the tests that write a generated file: their names contain the command that updates the file. */
const mark = ['--testNamePattern', 'npm run generate'];

const everywhere = [
  'test/types',
  'test/openapi',
  'test/support',
  'test/demo',
  'test/console',
  'test/mock/fuzz.property',
];

const ofEndpoint = [
  ...everywhere,
  'test/client/endpoints.test.ts',
  'test/cli/mock.test.ts',
  ...['rows', 'request-fields', 'branches', 'assumed-refusals', 'snapshot-shape', 'snapshots', 'model.property'].map(
    (name) => `test/mock/${name}`,
  ),
  ...['imports', 'budget', 'command'].map((name) => `test/packaging/${name}.test.ts`),
];

const ofFault = [
  ...everywhere,
  'test/options',
  ...['faults', 'fault-', 'file-faults', 'event-faults', 'broken-connections', 'control', 'remote/'].map(
    (name) => `test/mock/${name}`,
  ),
  'test/packaging/imports.test.ts',
];

const recipes = {
  generate: async () => {
    for (const files of generated) {
      if (!(await vitest([...files, ...mark, '--update']))) {
        return 'A file could not be written: the error above says why. All other files of this step are written.';
      }
    }
  },
  'check:generated': async () => {
    const isFresh = await vitest([...generated.flat(), ...mark]);
    return isFresh ? undefined : 'The tests above name the stale files. Run `npm run generate`, and read its diff.';
  },
  'check:endpoint': async () => checkChange(ofEndpoint),
  'check:fault': async () => checkChange(ofFault),
};

const [name] = process.argv.slice(2);
process.exitCode = await withCleanUp(async (folder) => {
  process.env.TMPDIR = folder;
  // Without `CI`, Vitest would write a missing file instead of failing.
  if (name !== 'generate') process.env.CI = 'true';
  const problem = await recipes[name]();
  console.log(problem === undefined ? `\n${name}: done.` : `\n${name}: ${problem}`);
  return problem === undefined ? 0 : 1;
});

async function checkChange(tests) {
  if (!(await run('typescript/bin/tsc', '--noEmit'))) {
    return 'The compiler names each incomplete file. `npm run generate` fixes an error in mock/openapi/document.ts, and a missing record causes the errors beside it.';
  }
  // Run all three commands even if one fails, so that one run names everything that is missing.
  const passed = [
    await vitest([...tests, ...changedTests()]),
    await vitest(['--mode', 'slow', 'test/types']),
    await run('@biomejs/biome/bin/biome', 'check', '.'),
  ];
  if (passed.every(Boolean)) return undefined;
  return 'Each failed test says what is missing, and where. If a test names `npm run generate`, run that first, because it may fix other tests. `npm run format` fixes what the linter can.';
}

/** Returns the test files that differ from the last commit, because the recipes ask contributors to add tests. */
function changedTests() {
  const status = execFileSync('git', ['status', '--porcelain', '--untracked-files=all', '--', 'test'], {
    encoding: 'utf8',
  });
  return status.match(/test\/\S+\.test\.ts$/gm) ?? [];
}

async function vitest(args) {
  return run('vitest/vitest.mjs', 'run', ...args);
}

async function run(script, ...args) {
  return (await exitCodeOf(start([process.execPath, bin(script), ...args]))) === 0;
}
