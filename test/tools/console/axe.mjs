// Checks the current page with axe-core.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { report } from './report.mjs';

const source = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Reports whether axe-core finds no problems, and whether the page fits the width of the window. */
export async function checkAccess(page, title) {
  const actual = await violationsOf(page);
  report({ title: `axe-core finds no problem: ${title}`, pass: actual.length === 0, actual });
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const main = document.getElementById('main');
    return Math.max(scrollWidth - clientWidth, main.scrollWidth - main.clientWidth);
  });
  report({ title: 'the page fits the width of the window', pass: overflow <= 0, actual: overflow });
}

/** Returns the problems that axe-core finds, each with the first elements that have it. */
export async function violationsOf(page) {
  // The debugger evaluates axe-core, so the page's Content-Security-Policy does not block it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))]);
}
