import { type Application, JSX } from 'typedoc';
import { sections } from './sections.ts';

/** What every page has beside typedoc's own: a link to its Markdown, for assistants and for people. */
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

/**
 * The search of typedoc finds each word inside of others, so that the "a" of "retime a word" is found everywhere. It reads
 * the value of the input, which is given to it without such words.
 */
const skipSmallWords = `{
  const input = document.getElementById('tsd-search-input');
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  const small = /(^|\\s+)(an?|and|do|does|for|from|how|i|in|is|it|my|of|on|or|the|to|when|why|with)(?=\\s)/gi;
  Object.defineProperty(input, 'value', { get: () => get.call(input).replace(small, '').trim(), set: (text) => set.call(input, text) });
}`;
