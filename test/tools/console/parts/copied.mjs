// What is copied runs as pasted: the command in a shell, the tests in a project that has the package as npm installs it.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withPackedProject } from '../../packed-project.mjs';
import { report } from '../report.mjs';

const run = promisify(execFile);

/** A project that has vitest. */
const manifests = ['package.json', 'package-lock.json'].map((file) =>
  fileURLToPath(new URL(`../../matchers/vitest-4/${file}`, import.meta.url)),
);

/** What each runner is called on the page, and how it is run. */
const runners = {
  'node-test': { button: 'Copy as test', args: ['--test', '*.node-test.mjs'] },
  vitest: { button: '… for Vitest', args: ['node_modules/vitest/vitest.mjs', 'run'] },
};

/** So that vitest finds no test of the other runner. */
const config = `export default { test: { include: ['*.vitest.mjs'] } };`;

/** The fault strikes once, so that its command is answered otherwise. */
const struck = 'one that a fault has struck';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const calls = await makeCalls(opened);
  const page = await openConsole(opened, { at: 'requests' });
  const programs = [];
  for (const [title, id] of Object.entries(calls)) {
    await page.getByRole('link', { name: id, exact: true }).click();
    const detail = page.getByRole('region', { name: id, exact: true });
    for (const [name, { button }] of Object.entries(runners)) {
      programs.push({ title, name, text: await copied(page, detail, button) });
    }
    if (title !== struck) await checkCommand(page, detail, title);
  }
  await withPackedProject(manifests, (project) => checkPrograms(project, programs));
}

/** The ids of requests of each sort. */
async function makeCalls({ mock, client, post }) {
  const captions = `WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nit's <00:00:01.000>$HOME\n`;
  const { id } = await mock.seed.project({ name: `It's "quoted" \`$HOME\` \\ %s ${'\u202e'}`, captions });
  const [word] = mock.state.project(id).captions[0].words;
  const calls = {
    'a success': () => client.projects.create({ name: `It's "quoted" \`$HOME\` \\ %s` }),
    'one that names words': () =>
      client.captions.words.retime(id, { updates: [{ word_id: word[0], start_seconds: 0, end_seconds: 1 }] }),
    'a refusal': () => post('/projects', { nam: 'Talk' }),
    'a list': () => client.captions.list(id),
    [struck]: () => {
      mock.faults.add({ status: 503, times: 1 });
      return post('/projects', { name: 'Talk' });
    },
  };
  const ids = {};
  for (const [title, call] of Object.entries(calls)) {
    await call();
    ids[title] = mock.requests.at(-1).id;
  }
  return ids;
}

async function copied(page, detail, button) {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await detail.getByRole('button', { name: button, exact: true }).click();
  // The button says so once the text is there.
  await detail.getByRole('button', { name: 'Copied' }).first().waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await detail.getByRole('button', { name: 'Copied' }).waitFor({ state: 'detached' });
  return text;
}

async function checkCommand(page, detail, title) {
  const command = await copied(page, detail, 'Copy as curl');
  const env = { ...process.env, CLIPWRIGHT_API_KEY: 'test' };
  const { stdout } = await run('sh', ['-c', command], { env }).catch((error) => error);
  const shown = await detail.getByRole('region', { name: 'The body of the response' }).innerText();
  const [answer, expected] = [stdout, shown].map((text) => comparable(text));
  const pass = answer === expected;
  report({ title: `the command of ${title} answers what the page says`, pass, actual: { command, answer, expected } });
}

/** Without ids and times, which are never the same. */
function comparable(text) {
  const changing = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|req-\d+/g;
  return JSON.stringify(JSON.parse(text)).replace(changing, '…');
}

async function checkPrograms(project, programs) {
  writeFileSync(join(project, 'vitest.config.mjs'), config);
  for (const name of Object.keys(runners)) {
    const own = programs.filter((each) => each.name === name);
    for (const { title, text } of own) writeFileSync(join(project, fileName(title, name)), text);
    const { code, stdout } = await runAll(project, name);
    const pass = code === 0 && new RegExp(`(Tests +|pass )${own.length}\\b`).test(stdout);
    report({ title: `the tests of ${own.length} requests pass by ${name}`, pass, actual: stdout });

    const [{ title, text }] = own;
    writeFileSync(join(project, fileName(title, name)), text.replace('status, 201', 'status, 200'));
    const { code: ofWrong } = await runAll(project, name);
    report({ title: 'one with another status does not', pass: ofWrong !== 0, actual: text });
  }
}

function fileName(title, runner) {
  return `${title.replaceAll(' ', '-')}.${runner}.mjs`;
}

function runAll(cwd, name) {
  const env = { ...process.env, NO_COLOR: '1' };
  return run(process.execPath, runners[name].args, { cwd, env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  );
}
