import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { LinkChecker, LinkState } from 'linkinator';
import { report } from './report.mjs';

/** Checks every link of every page, also of pages that no link leads to. Sends no request to another host. */
export async function checkSiteLinks(folder) {
  const pages = globSync('**/*.html', { cwd: folder });
  const { links } = await check({ path: pages, serverRoot: folder, recurse: true });
  report(`all ${links.length} links of ${pages.length} pages lead somewhere`, broken(links));
}

/** Checks the links in the Markdown files of the repository: to files, and to headings in them. */
export async function checkDocumentLinks(root) {
  const files = globSync('{*.md,docs/*.md,docs/{guides,decisions,skills/*}/*.md}', { cwd: root });
  const { links } = await check({
    path: files,
    serverRoot: root,
    markdown: true,
    // Skip folders, because the link checker's server responds to them with an error.
    linksToSkip: async (link) => isOutside(link) || isFolder(root, link),
  });
  report(`all ${links.length} links of ${files.length} documents lead somewhere`, broken(links));
}

/** Checks that each page has a Markdown copy, and that each link in the copies and the indexes leads to a file. */
export function checkIndexes(folder) {
  const pages = globSync('**/*.html', { cwd: folder }).filter((page) => !withoutTwin.test(page));
  const twins = pages.map((page) => page.replace(/^index\.html$/, 'README.html').replace(/\.html$/, '.md'));
  report(
    `each of ${pages.length} pages has its Markdown`,
    twins.filter((twin) => !existsSync(join(folder, twin))),
  );
  const texts = [...globSync('**/*.md', { cwd: folder }), 'llms.txt', 'llms-full.txt'];
  const links = texts.flatMap((text) => linksOf(join(folder, text)).map((target) => ({ text, target })));
  const dead = links.filter(({ text, target }) => !existsSync(resolve(folder, dirname(text), target)));
  report(
    `all ${links.length} links in Markdown lead to files`,
    dead.map(({ text, target }) => `${text}: ${target}`),
  );
  const index = linksOf(join(folder, 'llms.txt'));
  const lost = globSync('documents/*.md', { cwd: folder }).filter((document) => !index.includes(document));
  report('llms.txt names every document', lost);
}

/** The pages that show source files. These pages have no Markdown copy. */
const withoutTwin = /^source\//;

function linksOf(file) {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/^ *```.*?^ *```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, '`');
  return [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, target]) => decodeURI(target));
}

function check(options) {
  return new LinkChecker().check({
    checkFragments: true,
    directoryListing: false,
    linksToSkip: async (link) => isOutside(link),
    ...options,
  });
}

function isOutside(link) {
  return !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(link);
}

function isFolder(root, link) {
  const path = join(root, decodeURI(new URL(link).pathname));
  return existsSync(path) && statSync(path).isDirectory();
}

function broken(links) {
  return links
    .filter(({ state }) => state === LinkState.BROKEN)
    .map(({ url, parent, status }) => `${parent} -> ${url} (${status})`);
}
