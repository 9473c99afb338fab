// Checks the current page with axe-core.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { report } from './report.mjs';

const source = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Reports that axe-core finds nothing, and that nothing needs to be scrolled sideways. */
export async function checkAccess(page, title) {
  // Evaluated by the debugger, to which the page's policy does not apply.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(() => window.axe.run());
  const actual = violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))]);
  report({ title: `axe-core finds nothing: ${title}`, pass: actual.length === 0, actual });
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const main = document.getElementById('main');
    return Math.max(scrollWidth - clientWidth, main.scrollWidth - main.clientWidth);
  });
  report({ title: 'nothing is too wide', pass: overflow <= 0, actual: overflow });
}
