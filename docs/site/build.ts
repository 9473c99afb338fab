// Builds the documentation site in docs/api. TypeDoc and the scripts beside this file write all pages as Markdown, and
// VitePress turns the pages into the site.
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { siteDocuments, writeDocuments } from './documents.ts';
import { writeForAssistants } from './llms.ts';
import { writeReference } from './reference.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const site = `${root}docs/site`;
const pages = `${site}/pages`;

console.log('Reading the sources and the guides …');
rmSync(pages, { recursive: true, force: true });
const documents = siteDocuments(root);
writeDocuments(documents, root, pages);
const modules = await writeReference(root, `${pages}/reference`);
// .vitepress/config.ts reads navigation.json.
const listed = documents.map(({ path, title, section }) => ({ path, title, section }));
writeFileSync(`${pages}/navigation.json`, JSON.stringify({ documents: listed, modules }));

console.log('Writing the pages …');
await build(site);
writeForAssistants(documents, modules, pages, `${root}docs/api`);
console.log('The site is in docs/api. `npm run docs:serve` shows it.');
