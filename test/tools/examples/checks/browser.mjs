import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { run, start, startMock } from '../processes.mjs';

export async function check({ project, app }) {
  const built = await run(project, ['npm', 'run', 'build']);
  assert.equal(built.code, 0, built.stdout + built.stderr);
  const mock = await startMock(app, '--speed', '4');
  const site = start(project, ['npm', 'start'], { NO_COLOR: '1' });
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const [url] = await site.printed(/http:\/\/localhost:\d+\//);
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(url);
    await page.getByLabel('Base URL').fill(mock.baseUrl);

    // The mock holds the jobs, so that there is time to cancel them.
    for (let count = 0; count < 5; count++) await mock.post('jobs', { status: 'held' });
    await page.getByRole('button', { name: 'Make clips' }).click();
    await page.getByText('% of 5 clips').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Canceled.').waitFor();
    assert.equal((await mock.get('requests?endpoint=jobs.cancel')).requests.length, 5);

    await mock.post('jobs', { status: 'failed', error: 'No face in view.' });
    await page.getByRole('button', { name: 'Make clips' }).click();
    await page.getByText('5 clips', { exact: true }).waitFor();
    assert.match(await page.locator('figcaption').first().textContent(), /: No face in view\.$/);
    await page.waitForFunction(() => {
      const players = [...document.querySelectorAll('video')];
      const tracks = [...document.querySelectorAll('track')];
      return (
        players.length === 4 &&
        players.every(({ readyState }) => readyState >= 1) &&
        tracks.every(({ readyState }) => readyState === 2)
      );
    });
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
    await site.stop();
    await mock.stop();
  }
}
