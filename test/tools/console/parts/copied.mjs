// Runs copied commands in a shell, and copied tests in a project with the installed package.
import { execFile } from 'node:child_process';
import { isDeepStrictEqual, promisify } from 'node:util';
import { becomes, goTo, shows } from '../console-page.mjs';
import { makeRefusedRequests, makeRequests, makeRowRequests, secretKey } from '../copied-requests.mjs';
import { report } from '../report.mjs';
import { runTests } from '../run-tests.mjs';

const run = promisify(execFile);

/** The option of each test runner. */
const options = { 'node-test': 'for node:test', vitest: 'for Vitest' };

/** A program that makes a project with the installed package, and prints its folder. */
const packing = `
import { packedProject } from ${JSON.stringify(import.meta.resolve('../../packed-project.mjs'))};
console.log(packedProject('older'));
`;

export async function check(browser) {
  // Install while the requests are copied, because both take long and wait for different things.
  const packed = run(process.execPath, ['--input-type=module', '--eval', packing]);
  const each = await copyFrom(browser, {}, makeRequests);
  const refused = await copyFrom(browser, { apiKeys: [secretKey], rateLimit: '1/60s' }, makeRefusedRequests);
  // Copy for one runner only, because tests for the other runner differ only in their imports.
  const rows = await copyFrom(browser, {}, makeRowRequests, ['node-test']);
  const programs = [each, refused, rows].flatMap((copies) => copies.programs);
  for (const [title, id] of Object.entries(each.ids)) await checkCommand(each, title, id);
  await checkForgottenFault(each);
  const project = (await packed).stdout.trim();
  for (const runner of Object.keys(options)) {
    await checkPrograms(project, runner, Object.groupBy(programs, (each) => each.runner)[runner]);
  }
}

/** Copies programs for each request to a mock. */
async function copyFrom({ openMock, openConsole }, mockOptions, make, runners = Object.keys(options)) {
  const opened = await openMock(mockOptions);
  const page = await openConsole(opened, { at: 'requests' });
  const ids = await make(opened);
  const programs = [];
  for (const [title, id] of Object.entries(ids)) {
    for (const runner of runners)
      programs.push({ title, runner, text: await copied(page, id, 'Copy as test', options[runner]) });
  }
  return { ...opened, page, ids, programs };
}

async function checkPrograms(project, runner, programs) {
  const { passed, output } = await runTests(project, runner, programs);
  const title = `the copied tests of ${programs.length} requests pass with ${runner}`;
  report({ title, pass: passed === programs.length, actual: output });
  const shown = programs.filter(({ text }) => text.includes(secretKey));
  report({ title: 'no copied test shows an API key of the mock', pass: shown.length === 0, actual: shown });

  const wrong = programs.flatMap(({ title, text }) => {
    const other = text.replace('status, 201', 'status, 200').replace(/mock\.faults\.add\(.*\);/, '');
    return other === text ? [] : [{ title, text: other }];
  });
  const { failed, output: printed } = await runTests(project, runner, wrong);
  const isEachRed = wrong.length > 4 && failed === wrong.length;
  report({
    title: 'a copied test fails if it expects another status or lacks its fault',
    pass: isEachRed,
    actual: printed,
  });
}

/** Presses a button in the details of a request, for a test runner. Returns the text in the clipboard. */
async function copied(page, id, button, runner) {
  await goTo(page, `requests/${id}`);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  const detail = page.getByRole('region', { name: id, exact: true });
  if (runner) await detail.getByLabel('Test runner').selectOption(runner);
  await detail.getByRole('button', { name: button, exact: true }).click();
  let text = '';
  const isCopied = await becomes(async () => {
    text = await page.evaluate(() => navigator.clipboard.readText());
    return text !== '';
  });
  if (!isCopied) throw new Error(`"${button}" of ${id} has copied nothing.`);
  return text;
}

async function checkCommand({ page, mock }, title, id) {
  const command = await copied(page, id, 'Copy as curl');
  const hidden = !command.includes(secretKey);
  const running = run('bash', { env: { ...process.env, CLIPWRIGHT_API_KEY: secretKey } });
  running.child.stdin.end(`${command}\n`);
  const { stderr } = await running.catch((error) => error);
  const [sent, again] = [mock.requests.find((each) => each.id === id), mock.requests.at(-1)].map(comparable);
  const pass = hidden && isDeepStrictEqual(again, sent);
  report({
    title: `${title}: the copied command sends the same request`,
    pass,
    actual: { command, stderr, again, sent },
  });
}

/** Returns a request without the headers that HTTP clients add by themselves. */
function comparable({ method, url, body, headers }) {
  const own = ['content-type', 'idempotency-key', 'x-own', 'x-empty'].map((name) => [name, headers[name]]);
  return { method, url, body, own, hasKey: 'authorization' in headers };
}

async function checkForgottenFault({ page, mock, post }) {
  mock.faults.add({ omit: 'id', times: 1 });
  await post('/projects', { name: 'Talk' });
  const { id } = mock.requests.at(-1);
  mock.faults.clear();
  await goTo(page, `requests/${id}`);
  await page.getByRole('region', { name: id, exact: true }).getByRole('button', { name: 'Copy as test' }).click();
  await shows('a request has no test once its fault is forgotten', page.getByText('no longer in force'));
}
