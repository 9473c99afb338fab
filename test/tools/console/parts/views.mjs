// Checks every view, and what can be opened in it, with axe-core: light and dark, wide and narrow. A page must not scroll
// sideways.
import { checkAccess } from '../axe.mjs';
import { fillMock } from '../filled-mock.mjs';
import { nameOf, openView, viewsOf } from '../views.mjs';

const deliver = () => new Response('Out of order', { status: 500 });

const emptyViews = ['', 'requests', 'deliveries', 'jobs', 'projects', 'faults', 'state'].map((route) => [route]);

const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 380 },
  { colorScheme: 'light', width: 380 },
  { colorScheme: 'dark', width: 1440 },
];

export async function check({ openMock, openConsole }) {
  const [full, empty] = [await openMock({ deliver }), await openMock()];
  const views = viewsOf(await fillMock(full));
  for (const [index, look] of looks.entries()) {
    const title = `${look.colorScheme}, ${look.width}`;
    // The first two looks contain each color scheme and each width, so only these check the views that a step opens.
    const shown = index < 2 ? views : views.filter(([, step]) => step === undefined);
    await checkViews(await openConsole(full, look), shown, title);
    await checkViews(await openConsole(empty, look), emptyViews, `empty, ${title}`);
  }
}

async function checkViews(page, views, look) {
  for (const view of views) {
    await openView(page, view);
    await checkAccess(page, `${nameOf(view)}, ${look}`);
  }
}
