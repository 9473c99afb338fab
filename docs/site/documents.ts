import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exampleDocuments } from './example-documents.ts';
import { httpDocuments } from './http-documents.ts';
import { sitePath, withSiteLinks } from './links.ts';
import { titleOf, withoutFrontMatter, withTabs } from './markdown.ts';
import { sections } from './sections.ts';

/** A page of the site that is not generated from types. */
export interface SiteDocument {
  /** The path of the page in the site, such as `guides/pagination.md`. */
  readonly path: string;
  readonly title: string;
  readonly section: string;
  readonly text: string;
}

/** Returns all documents in the order of the sidebar. */
export function siteDocuments(root: string): SiteDocument[] {
  return [...writtenDocuments(root), ...exampleDocuments(root), ...httpDocuments(root)];
}

/** Writes the documents for VitePress. */
export function writeDocuments(documents: readonly SiteDocument[], root: string, folder: string): void {
  for (const { path, text } of documents) write(join(folder, path), text);
  write(
    join(folder, 'index.md'),
    withSiteLinks('docs/site/landing.md', readFileSync(join(root, 'docs/site/landing.md'), 'utf8'), root),
  );
  for (const file of ['docs/openapi.json', 'docs/control.openapi.json'])
    copy(join(root, file), join(folder, 'public', sitePath(file)));
  cpSync(join(root, 'docs/images'), join(folder, 'public/images'), { recursive: true });
}

function writtenDocuments(root: string): SiteDocument[] {
  const named = sections.flatMap(({ title: section, files }) => files.map((path) => ({ path, section })));
  const lost = globSync('docs/guides/*.md', { cwd: root }).filter((file) => !named.some(({ path }) => path === file));
  if (lost.length > 0) throw new Error(`Name these guides in docs/site/sections.ts: ${lost.join(', ')}.`);
  return named
    .filter(({ path }) => existsSync(join(root, path)))
    .map(({ path, section }) => {
      const text = withoutFrontMatter(readFileSync(join(root, path), 'utf8'));
      return { path: sitePath(path), title: titleOf(text), section, text: withTabs(withSiteLinks(path, text, root)) };
    });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}
