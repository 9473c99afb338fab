// Lists the views of the console, and what can be opened in each view.
import { goTo } from './console-page.mjs';
import { bar } from './timeline-page.mjs';

/** The steps that open something in a view before it is checked. */
const steps = {
  panels: (page) =>
    page.locator('main details').evaluateAll((panels) => {
      for (const panel of panels) panel.open = true;
    }),
  menu: async (page) => {
    const menu = page.getByRole('button', { name: /^Menu/ });
    if (await menu.isVisible()) await menu.click();
  },
  help: (page) => page.keyboard.press('?'),
  item: (page) => bar(page, 'Caption, Four').click(),
  video: (page) => bar(page, 'Video').click(),
  word: (page) => bar(page, 'Word, score').click(),
  several: async (page) => {
    await bar(page, 'Word, Four').click();
    await bar(page, 'Word, score').click({ modifiers: ['Shift'] });
  },
  lifted: async (page) => {
    await bar(page, 'Word, score').click();
    await page.keyboard.press('v');
    await page.keyboard.press('ArrowRight');
  },
  refused: async (page) => {
    await bar(page, 'Caption, Four').click();
    await page.getByLabel('Seconds off the end').fill('99');
    await page.getByRole('button', { name: 'Cut end' }).click();
    await page.getByText('Not changed').waitFor();
  },
  reset: (page) => page.getByRole('button', { name: /^Reset .*…$/ }).click(),
  restore: (page) =>
    page
      .getByLabel('Restore a snapshot')
      .setInputFiles({ name: 'state.json', mimeType: 'text/plain', buffer: Buffer.from('{}') }),
  refusal: async (page) => {
    await steps.restore(page);
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.locator('.refusal').waitFor();
  },
};

/** Returns all views: pairs of a route and an optional step. */
export function viewsOf({ projectId, doneId, openId, refusedId, struckId, replayedId }) {
  const project = `projects/${projectId}`;
  return [
    ['', 'menu'],
    ['', 'help'],
    ['requests'],
    ...[refusedId, struckId, replayedId].map((id) => [`requests/${id}`]),
    ['deliveries', 'panels'],
    ['deliveries/delivery-1', 'panels'],
    ['jobs', 'panels'],
    [`jobs/${doneId}`],
    [`jobs/${openId}`],
    ['projects'],
    [project, 'panels'],
    ...['item', 'video', 'word', 'several', 'lifted', 'refused'].map((step) => [project, step]),
    ['faults'],
    ['faults?endpoint=jobs.list&status=429'],
    ['state'],
    ...['reset', 'restore', 'refusal'].map((step) => ['state', step]),
  ];
}

/** Opens a route anew, and takes the step. The page is not reloaded, because axe-core is slow in its first run on a page. */
export async function openView(page, [route, step]) {
  // Close the help, and leave the view, so that nothing remains of the step before.
  await page.keyboard.press('Escape');
  await goTo(page, route === 'state' ? '' : 'state');
  await goTo(page, route);
  if (route.startsWith('projects/')) await page.locator('.bar').first().waitFor();
  await steps[step]?.(page);
}

/** Returns the name that reports use for a view. */
export function nameOf([route, step]) {
  const view = route.replace(/[\da-f]{8}-[\da-f-]+/, 'one') || 'overview';
  return step === undefined ? view : `${view}, ${step}`;
}
