// Runs the npm scripts that must succeed, and times them. With the name of a group, it runs only the scripts of that group.
// Each group is a job of .github/workflows/ci.yml. Two scripts run at a time, but a script that measures something, or that
// keeps all cores busy, runs alone.
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { exitCodeOf, start, withCleanUp } from '../test/tools/processes.mjs';

/** The places that the running steps share. A step that runs alone takes them all. */
const ALL = 2;

/** The steps in the order in which they start. Of the steps that run in pairs, the longest come first. */
const steps = [
  // With this option, a generated file that is missing fails its test instead of being written. These tests include those of
  // check:generated.
  step('tests', 'test -- --update=none', ALL),
  step('tests', 'test:slow', ALL),

  step('browsers', 'check:console'),
  step('users', 'check:types'),
  step('tests', 'check:fleet'),
  step('users', 'check:examples'),
  step('browsers', 'check:runtimes'),
  step('browsers', 'check:site'),
  step('users', 'check:reproducible'),
  step('browsers', 'check:playwright'),
  step('users', 'check:receivers'),
  step('users', 'check:consumer'),
  step('measures', 'check:shared-rate'),
  step('tests', 'typecheck'),
  step('users', 'check:matchers'),
  step('browsers', 'check:openapi-clients'),
  // The packages of the benchmark, which would otherwise be installed while it runs alone.
  { group: 'measures', command: 'npm --prefix test/bench ci', places: 1 },
  step('measures', 'check:shared-mock'),
  step('browsers', 'check:browser'),
  step('measures', 'check:opentelemetry'),
  step('measures', 'check:package'),
  step('measures', 'lint:openapi'),
  step('measures', 'demo'),
  step('tests', 'check:dead'),
  step('tests', 'lint'),
  step('measures', 'release:dry'),
  step('tests', 'check:workflows'),

  step('measures', 'bench -- --short', ALL),
  step('measures', 'check:memory -- 100000', ALL),
  step('measures', 'check:rate', ALL),
];

const [group] = process.argv.slice(2);
const chosen = steps.filter((each) => group === undefined || each.group === group);
if (chosen.length === 0) throw new Error(`There is no group ${group}.`);

const results = [];
await withCleanUp(async (folder) => {
  const env = { ...process.env, TMPDIR: folder, CLIPWRIGHT_PROJECTS: join(folder, 'projects') };
  // Run these before all steps, because several steps need them, and two steps at once would install into one folder.
  const first = [['npm ci', 'npm run package'], ['npm --prefix test/tools ci']];
  if (!(await Promise.all(first.map((commands) => runEach(commands, env)))).every(Boolean)) return;
  const running = new Set();
  let free = ALL;
  for (const { command, places } of chosen) {
    while (free < places) await Promise.race(running);
    free -= places;
    const ended = run(command, env, places === ALL ? 'inherit' : 'pipe').then(() => {
      free += places;
      running.delete(ended);
    });
    running.add(ended);
  }
  await Promise.all(running);
});
report();

function step(group, script, places = 1) {
  return { group, command: `npm run ${script}`, places };
}

/** Runs commands one after the other, until one fails. */
async function runEach(commands, env) {
  for (const command of commands) {
    if (!(await run(command, env, 'pipe'))) return false;
  }
  return true;
}

/** Runs a command. If `output` is `pipe`, prints its output at the end, so that it does not mix with another command's. */
async function run(command, env, output) {
  if (output === 'inherit') console.log(`\n==> ${command}`);
  const since = performance.now();
  const child = start(command.split(' '), { env, stdio: ['ignore', output, output] });
  const printed = output === 'pipe' ? Promise.all([text(child.stdout), text(child.stderr)]) : [];
  const passed = (await exitCodeOf(child)) === 0;
  if (output === 'pipe') console.log(`\n==> ${command}\n${(await printed).join('')}`);
  const seconds = (performance.now() - since) / 1000;
  results.push({ command, passed, seconds });
  console.log(`<== ${command}: ${passed ? 'passed' : 'FAILED'} in ${seconds.toFixed(0)} s`);
  return passed;
}

function report() {
  console.log('');
  for (const { command, passed, seconds } of results) {
    console.log(`${seconds.toFixed(0).padStart(4)} s  ${passed ? 'passed' : 'FAILED'}  ${command}`);
  }
  const failed = results.filter(({ passed }) => !passed).length;
  console.log(`\n${(performance.now() / 60_000).toFixed(1)} minutes`);
  console.log(`${results.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
