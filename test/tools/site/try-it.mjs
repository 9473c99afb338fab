import { createMock } from '../../../dist/node/mock.js';
import { violationsOf } from '../console/axe.mjs';
import { report } from './report.mjs';

/** Starts a batch and lists the jobs of its first clip, with the forms on the pages about the HTTP API. */
export async function checkForms(page, site) {
  const server = await createMock().listen();
  await page.goto(`${site.url}api/clips.html`, { waitUntil: 'networkidle' });
  await openForm(page, server.baseUrl);
  const batch = await send(page);
  report('a form of the site starts a batch', /^202 .*"batch_id"/s.test(batch) ? [] : [batch]);
  const violations = await violationsOf(page);
  report('axe-core finds no problems in an open form', violations.map(String));

  await page.click('.VPSidebar a:has-text("HTTP: jobs")');
  await openForm(page, server.baseUrl);
  const jobs = await send(page);
  report('the form for jobs has the project of the new batch', /^200 .*"job_id"/s.test(jobs) ? [] : [jobs]);

  await server.close();
  await page.click('.try-it[open] button');
  const isTold = await page
    .locator('.try-it[open] pre', { hasText: 'Does the mock run' })
    .waitFor()
    .then(
      () => true,
      () => false,
    );
  report('a form says that the mock does not run', isTold ? [] : ['The page shows another text.']);
}

async function openForm(page, baseUrl) {
  await page.click('.try-it summary >> nth=0');
  await page.fill('.try-it[open] input[type=url]', baseUrl);
}

async function send(page) {
  await page.click('.try-it[open] button');
  return page.locator('.try-it[open] pre').innerText();
}
