import { type Application, JSX } from 'typedoc';
import { sections } from './sections.ts';

/** What every page has beside typedoc's own: a link to its Markdown, for assistants and for people. */
export function addPageHooks(app: Application): void {
  app.renderer.hooks.on('head.end', ({ page }) =>
    JSX.createElement(JSX.Raw, { html: `<link rel="alternate" type="text/markdown" href="${twinOf(page.url)}">` }),
  );
  app.renderer.hooks.on('body.begin', () => JSX.createElement(JSX.Raw, { html: `<script>${openSections}</script>` }));
  app.renderer.hooks.on('content.end', ({ page }) =>
    JSX.createElement(JSX.Raw, { html: `<p class="twin"><a href="${twinOf(page.url)}">This page as Markdown</a></p>` }),
  );
}

/** In the same folder as the page. */
function twinOf(url: string): string {
  const file = url.slice(url.lastIndexOf('/') + 1);
  return file.replace(/^index\.html$/, 'README.html').replace(/\.html$/, '.md');
}

/**
 * The guides are what a visitor looks for first, so their sections are open until the visitor closes one: typedoc reads
 * under these keys what is open when it builds the sidebar.
 */
const openSections = `for (const title of ${JSON.stringify(sections.map(({ title }) => title))}) {
  const key = 'tsd-accordion-' + title;
  if (localStorage.getItem(key) === null) localStorage.setItem(key, 'true');
}`;
