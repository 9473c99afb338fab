// Stops the mock and starts it again. Meanwhile, data must stay readable. After the restart, the page must read all data again.
import { becomes, goTo, shows } from '../console-page.mjs';
import { report } from '../report.mjs';
import { bar, drag, openTimeline } from '../timeline-page.mjs';

/** The buttons of each view that change the mock. Buttons that only show, copy or fill a form stay enabled. */
const changing =
  /^(Add|Advance|Next due|Cancel|Clear|Complete|Create|Cut|Download a|Emit|Fail|Hold|Move|Redeliver|Remove|Replace|Reset|Restore|Retime|Send|Set|Split)/;

const CLOCK_BUTTONS = 5;

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const { mock, client, server, post } = opened;
  await client.webhooks.register({ url: 'https://app.example/hook', events: ['project.created'] });
  const job = await client.audio.generateSound({ prompt: 'rain' });
  await post('/projects', { name: 'Before' });
  mock.faults.add({ match: { endpoint: 'jobs.list' }, status: 503 });
  const page = await openConsole(opened, { at: 'projects' });
  const { id: unread } = mock.state.projects().find(({ name }) => name === 'Before');
  await openTimeline(page, opened);
  await bar(page, 'Audio').click();
  await server.close();
  await shows(
    'a banner reports that the mock does not respond',
    page.getByRole('alert').getByText('The mock does not respond'),
  );
  const isBelow = (await page.locator('.header + .banner').count()) === 1;
  report({ title: 'the banner does not move the navigation', pass: isBelow });
  await checkTimeline(page, unread);
  for (const view of ['requests/req-3', 'deliveries/delivery-1', `jobs/${job.job_id}`, 'faults', 'state']) {
    await goTo(page, view);
    await checkOff(page, view.split('/')[0]);
  }
  await checkReturn(page, opened, openMock);
}

async function checkTimeline(page, unread) {
  await checkOff(page, 'timeline');
  await drag(page, bar(page, 'Caption, seven'), 1);
  await shows('items cannot be dragged without a mock', bar(page, 'Caption, seven years ago, 0:03.000 to 0:05.000'));
  await goTo(page, 'requests/req-3');
  await shows(
    'data that was read stays readable without a mock',
    page.getByRole('region', { name: 'req-3' }).getByText('"Before"').first(),
  );
  await goTo(page, `projects/${unread}`);
  await shows(
    'the page says why it cannot show a project that was not read',
    page.getByRole('main').getByText(/no mock is running there/),
  );
}

async function checkOff(page, view) {
  const buttons = await page.locator('main button, .clock button, .file-button input').evaluateAll((all) =>
    all.map((each) => ({
      name: each.ariaLabel ?? (each.labels?.[0] ?? each).textContent,
      isOff: each.matches(':disabled'),
    })),
  );
  const found = buttons.filter(({ name }) => changing.test(name));
  const on = found.filter(({ isOff }) => !isOff);
  const title = `nothing can be changed without a mock: ${view}`;
  // Every view has the buttons of the clock, so a view must have more buttons than these.
  report({ title, pass: on.length === 0 && found.length > CLOCK_BUTTONS, actual: on.length > 0 ? on : found });
}

async function checkReturn(page, { baseUrl }, openMock) {
  await goTo(page, 'requests');
  const other = await openMock({ port: Number(new URL(baseUrl).port) });
  await other.post('/projects', { name: 'After' });
  const isBack = () => page.getByText('Live', { exact: true }).isVisible();
  report({ title: 'the page reconnects to the mock', pass: await becomes(isBack) });
  const isNew = () => page.locator('tbody tr').count();
  report({
    title: 'the page shows only the data of the new mock',
    pass: await becomes(async () => (await isNew()) === 1),
  });
  const isTold = await page.getByRole('alert').getByText('The mock does not respond').isVisible();
  report({ title: 'the banner disappears after the reconnection', pass: !isTold });
  await goTo(page, 'projects');
  const { id } = await openTimeline(page, other);
  await drag(page, bar(page, 'Caption, seven'), 1);
  await shows('edits work after the reconnection', bar(page, 'Caption, seven years ago, 0:04.000'));
  const { start } = other.mock.state.project(id).items.at(-1);
  report({ title: 'the new mock has the edit', pass: start === 4000, actual: start });
  await other.mock.restore(other.mock.snapshot());
  const note = page.locator('.edit-note');
  report({
    title: 'a note about an edit disappears when the state is replaced',
    pass: await becomes(async () => (await note.count()) === 0),
  });
}
