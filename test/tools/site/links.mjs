import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { LinkChecker, LinkState } from 'linkinator';
import { report } from './report.mjs';

/** Checks every link of every page, including pages that no link leads to. Sends no request to another host. */
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
    // The link checker's server responds to a folder with an error.
    linksToSkip: async (link) => isOutside(link) || isFolder(root, link),
  });
  report(`all ${links.length} links of ${files.length} documents lead somewhere`, broken(links));
}

/** Checks that each page has a Markdown copy, and that each link in the copies and the indexes leads to a file. */
export function checkIndexes(folder) {
  const pages = globSync('**/*.html', { cwd: folder }).filter((page) => !withoutCopy.includes(page));
  report(
    `each of ${pages.length} pages has its Markdown`,
    pages.filter((page) => !existsSync(join(folder, page.replace(/\.html$/, '.md')))),
  );
  const texts = [...globSync('**/*.md', { cwd: folder }), 'llms.txt', 'llms-full.txt'];
  const links = texts.flatMap((text) => linksOf(join(folder, text)).map((target) => ({ text, target })));
  const dead = links.filter(({ text, target }) => !existsSync(fileOf(folder, text, target)));
  report(
    `all ${links.length} links in Markdown lead to files`,
    dead.map(({ text, target }) => `${text}: ${target}`),
  );
  const index = linksOf(join(folder, 'llms.txt'));
  const lost = globSync('guides/*.md', { cwd: folder }).filter((guide) => !index.includes(`/${guide}`));
  report('llms.txt names every guide', lost);
}

/** The landing page, which is for people, and the page for unknown paths. */
const withoutCopy = ['index.html', '404.html'];

/** Returns the file that a link in a text leads to. */
function fileOf(folder, text, target) {
  const path = target.startsWith('/') ? join(folder, target) : resolve(folder, dirname(text), target);
  return path.endsWith('/') ? `${path}index.md` : path;
}

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
