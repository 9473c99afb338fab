import { readFileSync } from 'node:fs';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { slugOf } from '../links.ts';
import type { Module } from '../reference.ts';
import { examplesTitle, httpTitle, sections } from '../sections.ts';

const { version, description, repository } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

interface Navigation {
  readonly documents: readonly { readonly path: string; readonly title: string; readonly section: string }[];
  readonly modules: readonly Module[];
}

const { documents, modules }: Navigation = JSON.parse(
  readFileSync(new URL('../pages/navigation.json', import.meta.url), 'utf8'),
);

export default defineConfig({
  title: 'clipwright',
  description,
  lang: 'en',
  srcDir: 'pages',
  outDir: '../api',
  metaChunk: true,
  markdown: {
    anchor: { slugify: slugOf },
    // Paths such as `/projects/{projectId}` are not attributes.
    attrs: { disable: true },
    // The default themes have too little contrast.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  cacheDir: 'node_modules/.vitepress',
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/guides/first-ten-minutes', activeMatch: '^/guides/' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
      { text: 'HTTP API', link: '/api/', activeMatch: '^/api/' },
      { text: 'Examples', link: '/examples/', activeMatch: '^/examples/' },
      { text: version, link: '/CHANGELOG' },
    ],
    sidebar: {
      '/': sections.map(({ title }) => ({ text: title, items: itemsOf(title) })),
      '/api/': [{ text: httpTitle, items: itemsOf(httpTitle) }],
      '/examples/': [{ text: examplesTitle, items: itemsOf(examplesTitle) }],
      '/reference/': referenceSidebar(),
    },
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: { options: { processTerm }, searchOptions: { combineWith: 'AND', boostDocument } },
        // The accessible name must contain the visible text. The visible text ends with the key.
        translations: { button: { buttonText: 'Search ', buttonAriaLabel: 'Search K' } },
      },
    },
    ...(repository && { editLink: { pattern: `${repository.url}/edit/main/:path` } }),
  },
  vite: { build: { chunkSizeWarningLimit: 20_000 } },
});

function itemsOf(section: string) {
  return documents
    .filter((document) => document.section === section)
    .map(({ path, title }) => ({ text: title, link: `/${path.replace(/(index)?\.md$/, '')}` }));
}

/** Lists the modules with their parts. A list of all symbols on each page would take up most of the site. */
function referenceSidebar(): DefaultTheme.SidebarItem[] {
  return modules.map(({ name, parts }) => {
    const link = `/reference/${name}/`;
    return {
      text: name,
      link,
      collapsed: true,
      items: parts.map((text) => ({ text, link: `${link}#${slugOf(text)}` })),
    };
  });
}

/** Leaves small words out of the index and the queries. The browser only gets this function, so it must use no others. */
function processTerm(term: string): string | null {
  const small = /^(an?|and|are|can|do|does|for|from|how|i|in|is|it|my|of|on|or|the|to|what|when|why|with)$/i;
  return small.test(term) ? null : term.toLowerCase();
}

/** Ranks guides before reference pages. The browser only gets this function, so it must use no others. */
function boostDocument(id: string): number {
  if (id.startsWith('/guides/')) return 4;
  return /^\/(examples|mock-assumptions|performance|CHANGELOG)/.test(id) ? 0.2 : 1;
}
