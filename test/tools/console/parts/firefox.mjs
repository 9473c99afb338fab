// Checks the console in Firefox through WebDriver BiDi: each view, a live request in two tabs, and edits on the timeline.
// Needs Firefox, from Debian or at FIREFOX_PATH.
import puppeteer from 'puppeteer-core';
import { becomes } from '../console-page.mjs';
import { fillMock } from '../filled-mock.mjs';
import { report } from '../report.mjs';

const executablePath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const views = ['', 'requests', 'deliveries', 'jobs', 'projects', 'faults', 'state'];

export async function check({ openMock }) {
  const opened = await openMock();
  const { projectId } = await fillMock(opened);
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath });
  try {
    const errors = [];
    const page = await openPage(browser, errors, `${opened.address}#/`);
    for (const view of views) {
      await page.goto(`${opened.address}#/${view}`);
      await page.waitForSelector('main h1');
    }
    report({ title: 'Firefox shows all views without an error', pass: errors.length === 0, actual: errors });
    await checkTabs(browser, page, errors, opened);
    await checkTimeline(page, opened, projectId);
  } finally {
    await browser.close();
  }
}

async function openPage(browser, errors, url) {
  const page = await browser.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.setViewport({ width: 1440, height: 800 });
  await page.goto(url);
  await page.waitForSelector('.connection.open');
  return page;
}

async function checkTabs(browser, page, errors, { address, post, mock }) {
  await page.goto(`${address}#/requests`);
  const other = await openPage(browser, errors, `${address}#/requests`);
  await post('/projects', { name: 'Live' });
  const { id } = mock.requests.at(-1);
  for (const tab of [page, other]) {
    const isShown = await becomes(() => tab.evaluate((text) => document.body.innerText.includes(text), id));
    report({ title: 'a request shows up in each tab of Firefox', pass: isShown });
  }
  await other.close();
}

async function checkTimeline(page, { address, mock }, projectId) {
  await page.bringToFront();
  await page.goto(`${address}#/projects/${projectId}`);
  await page.waitForSelector('.bar.word');
  const startOf = () => mock.state.project(projectId).items.find(({ label }) => label === 'and').start;
  await dragCaption(page, () => undefined);
  report({
    title: 'an item can be dragged in Firefox',
    pass: await becomes(() => startOf() > 3000),
    actual: startOf(),
  });
  await page.locator('.edit-note button ::-p-text(Undo)').click();
  report({
    title: 'a drag can be undone in Firefox',
    pass: await becomes(() => startOf() === 3000),
    actual: startOf(),
  });
  await becomes(() => page.$eval('.edit-note', (note) => note.textContent.includes('Undone')));
  await dragCaption(page, () => page.keyboard.press('Escape'));
  report({ title: 'Escape ends a drag in Firefox', pass: startOf() === 3000, actual: startOf() });
}

async function dragCaption(page, beforeEnd) {
  const bar = await page.waitForSelector('.bar.caption[aria-label^="Caption, and"]');
  const { x, y, width, height } = await bar.boundingBox();
  const [left, top] = [x + width / 2, y + height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + 100, top, { steps: 5 });
  await page.waitForSelector('.edit-time');
  await beforeEnd();
  await page.mouse.up();
}
