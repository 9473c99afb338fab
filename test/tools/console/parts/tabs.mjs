// Opens twelve tabs in one browser, which allows fewer connections to a host.
import { becomes, shows } from '../console-page.mjs';
import { report } from '../report.mjs';

const TABS = 12;

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const first = await openConsole(opened, { at: 'requests' });
  const tabs = [first];
  while (tabs.length < TABS) {
    const tab = await first.context().newPage();
    await tab.goto(`${opened.address}#/requests`);
    await shows(`tab ${tabs.length + 1} connects`, tab.getByText('Live', { exact: true }));
    tabs.push(tab);
  }
  await opened.post('/projects', { name: 'Talk' });
  for (const [index, tab] of [tabs[0], tabs.at(-1)].entries())
    await shows(`the ${['first', 'last'][index]} tab shows a request`, tab.getByRole('link', { name: 'req-1' }));
  const other = tabs[1];
  await first.close();
  await opened.post('/projects', { name: 'Talk' });
  await shows(
    'after the tab that reads the stream is closed, another tab reads the stream',
    other.getByRole('link', { name: 'req-2' }),
  );
  await other.getByRole('button', { name: 'Advance time +1 min' }).click();
  const isAdvanced = await becomes(() => opened.mock.clock.now() >= 60_000);
  report({ title: 'one of twelve tabs can change the mock', pass: isAdvanced });
}
