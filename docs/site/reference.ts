import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Application,
  Comment,
  CommentTag,
  Converter,
  type DeclarationReflection,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
} from 'typedoc';
import { categoryOrder, symbolParts } from './sections.ts';

/** An entry of the package, such as `clipwright/mock`. */
export interface Module {
  readonly name: string;
  /** The titles of the groups of symbols on the module's page, in order. */
  readonly parts: readonly string[];
}

/** Writes a Markdown page for each module and each public symbol. */
export async function writeReference(root: string, folder: string): Promise<Module[]> {
  const app = await Application.bootstrapWithPlugins({
    options: join(root, 'typedoc.json'),
    plugin: [fileURLToPath(import.meta.resolve('typedoc-plugin-markdown'))],
    out: folder,
    categoryOrder: [...categoryOrder],
  });
  categorizeSymbols(app);
  requireExamples(app);
  const project = await app.convert();
  if (project === undefined) throw new Error('The types could not be read.');
  app.validate(project);
  await app.generateOutputs(project);
  if (app.logger.hasWarnings() || app.logger.hasErrors()) process.exitCode = 1;
  return modulesOf(project).map(({ name, children = [] }) => {
    const used = new Set(children.map(categoryOf));
    return { name, parts: categoryOrder.filter((title) => used.has(title)) };
  });
}

/** Groups the symbols of each module by the folder that declares them. */
function categorizeSymbols(app: Application): void {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const symbol of symbolsOf(project)) {
      symbol.comment ??= new Comment();
      symbol.comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: categoryOf(symbol) }]));
    }
  });
}

function categoryOf(symbol: DeclarationReflection): string {
  const file = fileOf(symbol.isReference() ? symbol.getTargetReflectionDeep() : symbol);
  const fitting = symbolParts.flatMap(([title, ...paths]) =>
    paths.filter((path) => file.startsWith(path)).map((path) => ({ title, path })),
  );
  const title = fitting.sort((a, b) => b.path.length - a.path.length)[0]?.title;
  if (title === undefined) throw new Error(`No part in docs/site/sections.ts is for ${symbol.name} of ${file}.`);
  return title;
}

/** Warns about each function and each method of a resource or client that has no example. */
function requireExamples(app: Application): void {
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const entry of entryPoints(project)) {
      const comments = [entry.comment, ...(entry.signatures ?? []).map(({ comment }) => comment)];
      if (comments.some((comment) => comment?.getTag('@example'))) continue;
      app.logger.warn(`${entry.getFriendlyFullName()} has no @example.`);
    }
  });
}

function entryPoints(project: ProjectReflection): DeclarationReflection[] {
  const symbols = symbolsOf(project);
  const functions = symbols.filter((symbol) => symbol.kindOf(ReflectionKind.Function));
  const resources = symbols.filter((symbol) => /^src\/(resources\/|client\.ts)/.test(fileOf(symbol)));
  const methods = resources.flatMap(({ children = [] }) =>
    children.filter((child) => child.kindOf(ReflectionKind.Method)),
  );
  return [...functions, ...methods];
}

function symbolsOf(project: ProjectReflection): DeclarationReflection[] {
  return modulesOf(project).flatMap(({ children = [] }) => children);
}

function modulesOf(project: ProjectReflection): DeclarationReflection[] {
  return project.getChildrenByKind(ReflectionKind.Module);
}

/** Returns the path of the file that declares a symbol, relative to the root. */
function fileOf(reflection: Reflection): string {
  return reflection.project.getSymbolIdFromReflection(reflection)?.packagePath ?? '';
}
