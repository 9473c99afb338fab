// Takes and restores a snapshot, makes a project from captions, and resets the mock.
import { readFile } from 'node:fs/promises';
import { becomes, shows } from '../console-page.mjs';
import { report } from '../report.mjs';

const captions = 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nFour score\n';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  await opened.post('/projects', { name: 'Kept' });
  const page = await openConsole(opened, { at: 'state' });
  await checkSnapshot(page, opened);
  await checkSeed(page, opened);
  await checkTimes(await openConsole(opened, { at: 'state', width: 380 }));
  await checkReset(page, opened);
}

const names = (mock, scope) => mock.state.projects(scope).map(({ name }) => name);

async function checkSnapshot(page, { mock, post }) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download a snapshot' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  report({ title: 'a snapshot is downloaded', pass: JSON.parse(text).clipwright === 'mock-state', actual: text });

  await post('/projects', { name: 'Not kept' });
  await choose(page, 'Restore a snapshot', 'snapshot.json', text);
  await shows('restoring asks for a confirmation', page.getByText('Replace the state of all workspaces'));
  report({ title: 'nothing is restored before the confirmation', pass: names(mock).length === 2, actual: names(mock) });
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  const isRestored = await becomes(() => names(mock).join() === 'Kept');
  report({ title: 'a snapshot is restored', pass: isRestored, actual: names(mock) });

  for (const [title, content] of [
    ['a file that is no snapshot', '{"a":1}'],
    ['a file that is no JSON', 'hello'],
    ['a damaged snapshot', JSON.stringify({ ...JSON.parse(text), workspaces: 1 })],
  ]) {
    await choose(page, 'Restore a snapshot', 'other.json', content);
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    const alert = page.locator('.refusal');
    await shows(`${title} is rejected by its name`, alert.getByText(/other\.json/));
    await alert.getByRole('button', { name: 'Close' }).click();
    report({ title: 'a rejected snapshot changes nothing', pass: names(mock).join() === 'Kept', actual: names(mock) });
  }
}

async function checkSeed(page, { mock }) {
  await drop(page, 'speech.vtt', captions);
  const isSeeded = await becomes(() => names(mock).includes('speech'));
  report({ title: 'a dropped caption file makes a project', pass: isSeeded, actual: names(mock) });
  const isOpen = await becomes(() => page.url().includes('#/projects/'));
  report({ title: 'the new project is opened', pass: isOpen, actual: page.url() });
  await page.getByRole('link', { name: 'State', exact: true }).click();
  await drop(page, 'photo.png', 'x');
  await shows(
    'a dropped file of another type is rejected with a reason',
    page.getByText(/photo\.png.? is neither a snapshot/),
  );
  await page.locator('.refusal').getByRole('button', { name: 'Close' }).click();
}

async function checkTimes(page) {
  await shows('a narrow page shows the time of each workspace', page.getByRole('columnheader', { name: 'Its time' }));
  const width = await page.locator('.workspaces').evaluate((table) => table.getBoundingClientRect().right);
  report({ title: 'the table of workspaces fits a narrow page', pass: width <= 380, actual: width });
}

async function checkReset(page, { mock, post }) {
  await post('/projects', { name: 'Theirs' }, 'sk_live_others');
  await page.getByRole('link', { name: 'test', exact: true }).click();
  await page.getByRole('button', { name: 'Reset workspace test…' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  report({ title: 'a reset can be canceled', pass: names(mock).length === 3, actual: names(mock) });
  await page.getByRole('button', { name: 'Reset workspace test…' }).click();
  await page.getByRole('button', { name: 'Reset workspace test', exact: true }).click();
  const isReset = await becomes(() => names(mock).join() === 'Theirs');
  report({ title: 'a reset of one workspace keeps the others', pass: isReset, actual: names(mock) });

  await page.getByLabel('Workspace').selectOption('');
  await page.getByRole('button', { name: 'Reset all workspaces…' }).click();
  const button = page.getByRole('button', { name: 'Reset all workspaces', exact: true });
  report({ title: 'a reset of all workspaces needs a typed word', pass: await button.isDisabled() });
  await page.keyboard.type('reset');
  await page.keyboard.press('Enter');
  const isEmpty = await becomes(() => names(mock).length === 0);
  report({ title: 'a reset of all workspaces removes everything', pass: isEmpty, actual: names(mock) });
  await shows('the view says that the mock is empty', page.getByText('Nothing was created yet.'));
}

const choose = (page, label, name, content) =>
  page.getByLabel(label).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

async function drop(page, name, content) {
  const dataTransfer = await page.evaluateHandle(
    ([name, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], name));
      return transfer;
    },
    [name, content],
  );
  await page.dispatchEvent('.file-area', 'drop', { dataTransfer });
}
