import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { exampleDocuments, exampleTarget } from './example-documents.ts';
import { httpDocuments } from './http-documents.ts';
import { mapLinks, titleOf, withFrontMatter, withoutFrontMatter } from './markdown.ts';
import { sections } from './sections.ts';

/** A page of the site that is not generated from types. */
export interface SiteDocument {
  /** The path relative to the root of the prepared documents, whose layout is that of the repository. */
  readonly path: string;
  readonly title: string;
  readonly section: string;
  readonly text: string;
}

/** Returns all documents in the order of the sidebar. */
export function siteDocuments(root: string): SiteDocument[] {
  return [...writtenDocuments(root), ...exampleDocuments(root), ...httpDocuments(root)];
}

/** Writes the documents and the README for typedoc. Adds titles and sections, and makes links lead to pages of the site. */
export function writeDocuments(documents: readonly SiteDocument[], root: string, folder: string): void {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  write(join(folder, 'README.md'), withSiteLinks('README.md', readme, root, folder));
  for (const { path, title, section, text } of documents) {
    write(join(folder, path), withFrontMatter({ title, category: section }, withSiteLinks(path, text, root, folder)));
  }
}

function writtenDocuments(root: string): SiteDocument[] {
  const named = sections.flatMap(({ title: section, files }) => files.map((path) => ({ path, section })));
  const lost = globSync('docs/guides/*.md', { cwd: root }).filter((file) => !named.some(({ path }) => path === file));
  if (lost.length > 0) throw new Error(`Name these guides in docs/site/sections.ts: ${lost.join(', ')}.`);
  return named
    .filter(({ path }) => existsSync(join(root, path)))
    .map(({ path, section }) => {
      const text = withoutFrontMatter(readFileSync(join(root, path), 'utf8'));
      return { path, title: titleOf(text), section, text };
    });
}

/** Links examples to their pages. Copies other files that are not Markdown, such as the OpenAPI document, into the site. */
function withSiteLinks(path: string, text: string, root: string, folder: string): string {
  return mapLinks(text, (target, fragment) => {
    const file = posix.join(posix.dirname(path), target);
    if (/^examples\b/.test(file)) return relative(path, exampleTarget(root, file));
    if (!file.endsWith('.md') && statSync(join(root, file)).isFile()) copy(join(root, file), join(folder, file));
    return target + fragment;
  });
}

function relative(from: string, { path, fragment }: { readonly path: string; readonly fragment: string }): string {
  return posix.relative(posix.dirname(from), path) + fragment;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}
