// What is copied runs as pasted: the command in a shell, the tests in a project that has the package as npm installs it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { packedProject } from '../../packed-project.mjs';
import { report } from '../report.mjs';
import { runTests } from '../run-tests.mjs';

const run = promisify(execFile);

/** What copies for each runner. */
const buttons = { 'node-test': 'Copy as test', vitest: '… for Vitest' };

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
    for (const [runner, button] of Object.entries(buttons)) {
      programs.push({ title, runner, text: await copied(page, detail, button) });
    }
    if (title !== struck) await checkCommand(page, detail, title);
  }
  const project = packedProject('older');
  for (const runner of Object.keys(buttons)) {
    await checkPrograms(project, runner, Object.groupBy(programs, (each) => each.runner)[runner]);
  }
}

async function checkPrograms(project, runner, programs) {
  const { passed, output } = await runTests(project, runner, programs);
  const title = `the tests of ${programs.length} requests pass by ${runner}`;
  report({ title, pass: passed === programs.length, actual: output });

  const [{ text }] = programs;
  const wrong = [{ title: 'wrong', text: text.replace('status, 201', 'status, 200') }];
  const { passed: wronglyPassed } = await runTests(project, runner, wrong);
  report({ title: 'one with another status does not', pass: wronglyPassed === 0, actual: text });
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
