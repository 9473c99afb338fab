import { type Application, JSX } from 'typedoc';
import { sections } from './sections.ts';

/** Adds to every page a link to its Markdown copy, and the two scripts below. */
export function addPageHooks(app: Application): void {
  app.renderer.hooks.on('head.end', ({ page }) =>
    JSX.createElement(JSX.Raw, { html: `<link rel="alternate" type="text/markdown" href="${twinOf(page.url)}">` }),
  );
  app.renderer.hooks.on('body.begin', () => JSX.createElement(JSX.Raw, { html: `<script>${openSections}</script>` }));
  app.renderer.hooks.on('body.end', () => JSX.createElement(JSX.Raw, { html: `<script>${skipSmallWords}</script>` }));
  app.renderer.hooks.on('content.end', ({ page }) =>
    JSX.createElement(JSX.Raw, { html: `<p class="twin"><a href="${twinOf(page.url)}">This page as Markdown</a></p>` }),
  );
}

/** Returns the name of a page's Markdown copy, which is in the same folder. */
function twinOf(url: string): string {
  const file = url.slice(url.lastIndexOf('/') + 1);
  return file.replace(/^index\.html$/, 'README.html').replace(/\.html$/, '.md');
}

/**
 * Opens the sections of the guides, which visitors look for first, until a visitor closes one. typedoc stores under these
 * keys which sections of the sidebar are open.
 */
const openSections = `for (const title of ${JSON.stringify(sections.map(({ title }) => title))}) {
  const key = 'tsd-accordion-' + title;
  if (localStorage.getItem(key) === null) localStorage.setItem(key, 'true');
}`;

/**
 * Removes small words from what typedoc's search reads from its input. The search also matches parts of words, so the "a"
 * in "retime a word" would match almost everything.
 */
const skipSmallWords = `{
  const input = document.getElementById('tsd-search-input');
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  const small = /(^|\\s+)(an?|and|do|does|for|from|how|i|in|is|it|my|of|on|or|the|to|when|why|with)(?=\\s)/gi;
  Object.defineProperty(input, 'value', { get: () => get.call(input).replace(small, '').trim(), set: (text) => set.call(input, text) });
}`;
