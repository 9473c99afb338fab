// Runs the npm scripts that must succeed, and times them. With the name of a group, it runs only the scripts of that group.
// Each group is a job of .github/workflows/ci.yml. Two scripts run at a time, but a script that measures something, or that
// keeps all cores busy, runs alone.
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { exitCodeOf, start, withCleanUp } from '../test/tools/processes.mjs';

const alone = { isAlone: true };

/** The steps in the order in which they start. Of the steps that run in pairs, the longest come first. */
const steps = [
  step('tests', 'test', alone),
  step('tests', 'test:slow', alone),

  step('users', 'check:types'),
  step('browsers', 'check:console'),
  step('users', 'check:examples'),
  step('browsers', 'check:runtimes'),
  step('users', 'check:receivers'),
  step('users', 'check:matchers'),
  step('browsers', 'check:openapi-clients'),
  step('browsers', 'check:playwright'),
  step('tests', 'check:fleet'),
  step('browsers', 'check:site'),
  step('tests', 'typecheck'),
  step('users', 'check:reproducible'),
  step('users', 'check:consumer'),
  step('browsers', 'check:browser'),
  step('measures', 'check:package'),
  step('measures', 'check:opentelemetry'),
  step('measures', 'check:shared-mock'),
  step('measures', 'lint:openapi'),
  step('measures', 'release:dry'),
  step('tests', 'check:generated'),
  step('tests', 'check:dead'),
  step('tests', 'lint'),
  step('tests', 'check:workflows'),
  step('measures', 'demo'),

  step('measures', 'bench -- --short', alone),
  step('measures', 'check:memory -- 100000', alone),
  step('measures', 'check:rate', alone),
];

const [group] = process.argv.slice(2);
const chosen = steps.filter((each) => group === undefined || each.group === group);
if (chosen.length === 0) throw new Error(`There is no group ${group}.`);

const results = [];
await withCleanUp(async (folder) => {
  const env = { ...process.env, TMPDIR: folder, CLIPWRIGHT_PROJECTS: join(folder, 'projects') };
  // Run these before all steps, because several steps need them, and two steps at once would install into one folder.
  for (const first of ['npm ci', 'npm run package', 'npm --prefix test/tools ci']) {
    if (!(await run(first, env, 'inherit'))) return;
  }
  const running = new Set();
  const untilRunning = async (most) => {
    while (running.size > most) await Promise.race(running);
  };
  for (const { command, isAlone } of chosen) {
    await untilRunning(isAlone ? 0 : 1);
    const ended = run(command, env, isAlone ? 'inherit' : 'pipe').then(() => running.delete(ended));
    running.add(ended);
    if (isAlone) await ended;
  }
  await untilRunning(0);
});
report();

function step(group, script, { isAlone = false } = {}) {
  return { group, command: `npm run ${script}`, isAlone };
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
