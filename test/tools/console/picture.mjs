// Makes the pictures of the console in the README and on the site, for both color schemes, and the moving picture of the
// README: a request fails, the console says why, and the copied test passes. Needs img2webp of Debian's package webp.
// `node test/tools/with.mjs code test/tools -- node test/tools/console/picture.mjs`
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { openBrowser } from './console-page.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const images = join(root, 'docs/images');
const frames = mkdtempSync(join(tmpdir(), 'frames-'));
const size = { width: 900, height: 620 };
const captions = `WEBVTT

00:00.000 --> 00:02.600
Four score and seven years ago

00:02.600 --> 00:05.400
our fathers brought forth on this continent

00:05.400 --> 00:07.600
a new nation, conceived in liberty,

00:07.600 --> 00:10.000
and dedicated to the proposition
`;

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const { openMock, openConsole, close } = openBrowser(browser);
try {
  const opened = await openMock({ port: 4010 });
  await takeTimeline(opened);
  await takeStory(opened);
} finally {
  await close();
  await browser.close();
  rmSync(frames, { recursive: true });
}

async function takeTimeline(opened) {
  const { id } = await opened.mock.seed.project({ name: 'The Gettysburg Address', captions });
  for (const colorScheme of ['light', 'dark']) {
    const page = await openConsole(opened, { at: `projects/${id}?t=3.1`, ...size, colorScheme });
    await page.locator('.bar.word', { hasText: 'fathers' }).click();
    await page.mouse.move(0, 0);
    await page.waitForTimeout(500);
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 });
    await writeFile(join(images, `console-${colorScheme}.webp`), data, 'base64');
  }
}

async function takeStory(opened) {
  const { mock, client } = opened;
  mock.reset();
  const page = await openConsole(opened, { at: 'requests', ...size });
  const { id } = await client.projects.create({ name: 'Talk' });
  await client.jobs.list(id);
  mock.faults.add({ match: { endpoint: 'clips.generate' }, status: 503, times: 1 });
  const source = { video_site_url: 'https://video.example.com/talk' };
  await client.clips.generate({ source }).catch(() => {});
  await page.getByRole('link', { name: 'req-3' }).waitFor();
  const list = await take(page, 'list');

  await page.getByRole('link', { name: 'req-3' }).click();
  const detail = page.getByRole('region', { name: 'req-3', exact: true });
  const why = await take(page, 'why');
  const button = detail.getByRole('button', { name: 'Copy as test' });
  await button.click();
  const copied = await take(page, 'copied');

  const program = await page.evaluate(() => navigator.clipboard.readText());
  const terminal = await browser.newPage({ viewport: size });
  await terminal.setContent(terminalPage(program, runTest(program)));
  const green = await take(terminal, 'green');

  // `-d` is the duration of a frame in milliseconds. The last frame is shown longest.
  const timed = [list, why, copied].flatMap((frame) => ['-d', '2500', frame]);
  const output = join(images, 'story.webp');
  execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', '70', ...timed, '-d', '5000', green, '-o', output]);
}

async function take(page, name) {
  await page.waitForTimeout(500);
  const path = join(frames, `${name}.png`);
  await page.screenshot({ path });
  return path;
}

/** Runs the program with the built package, and returns what Node prints. */
function runTest(program) {
  const folder = mkdtempSync(join(root, 'built/story-'));
  const file = join(folder, 'clips.test.mjs');
  writeFileSync(file, program);
  const output = execFileSync(process.execPath, ['--test', '--test-reporter=spec', file], { cwd: root });
  rmSync(folder, { recursive: true });
  return String(output)
    .split('\n')
    .filter((line) => /^✔|(pass|fail) \d/.test(line))
    .join('\n');
}

function terminalPage(program, output) {
  const asHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<body style="margin: 0; padding: 16px 24px; background: #16191f; color: #dde; font: 12px/1.6 monospace">
<pre style="white-space: pre-wrap">${asHtml(program)}</pre>
<pre style="border-top: 1px solid #445; padding-top: 12px">$ node --test clips.test.mjs
<b style="color: #7ee787">${asHtml(output)}</b></pre>`;
}
