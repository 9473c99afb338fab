// Builds the documentation site in docs/api: HTML pages for people, and a Markdown copy of each page for assistants.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application, type ProjectReflection } from 'typedoc';
import { siteDocuments, writeDocuments } from './documents.ts';
import { requireExamples } from './example-check.ts';
import { collectPages } from './llms.ts';
import { addPageHooks } from './page-hooks.ts';
import { boostGuides, indexHeadings } from './search-boosts.ts';
import { categoryOrder } from './sections.ts';
import { linkSources } from './source-pages.ts';
import { categorizeSymbols } from './symbol-categories.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const output = join(root, 'docs/api');
const prepared = mkdtempSync(join(tmpdir(), 'clipwright-site-'));

try {
  await build();
} finally {
  rmSync(prepared, { recursive: true });
}

async function build(): Promise<void> {
  console.log('Reading the sources and the guides …');
  const documents = siteDocuments(root);
  writeDocuments(documents, root, prepared);
  const app = await Application.bootstrapWithPlugins({
    options: join(root, 'typedoc.json'),
    readme: join(prepared, 'README.md'),
    projectDocuments: documents.map(({ path }) => join(prepared, path)),
    categoryOrder: [...categoryOrder],
  });
  categorizeSymbols(app);
  boostGuides(app, documents);
  indexHeadings(app, documents);
  addPageHooks(app);
  requireExamples(app);
  const pages = collectPages(app);
  const sources = linkSources(app, root);
  const project = await app.convert();
  if (project === undefined) throw new Error('The types could not be read.');
  app.validate(project);
  console.log(`Writing the pages to ${relative('', output)} …`);
  await app.generateDocs(project, output);
  sources.write(output);
  console.log('Writing the Markdown copy of each page …');
  await writeTwins(app, project);
  pages.writeIndex(output, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  if (app.logger.hasWarnings() || app.logger.hasErrors()) process.exitCode = 1;
}

async function writeTwins(app: Application, project: ProjectReflection): Promise<void> {
  app.options.setValue('cleanOutputDir', false);
  for (const reflection of Object.values(project.reflections)) {
    if (reflection.isDeclaration() || reflection.isSignature()) delete reflection.sources;
  }
  await app.outputs.writeOutput({ name: 'markdown', path: output }, project);
}
