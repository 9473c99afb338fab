import { type Application, Comment, CommentTag, Converter, type DeclarationReflection, ReflectionKind } from 'typedoc';
import { referenceTitle, symbolParts } from './sections.ts';

/** Puts the modules under one title, and groups the symbols of each module by the folder that declares them. */
export function categorizeSymbols(app: Application): void {
  app.converter.on(
    Converter.EVENT_RESOLVE_BEGIN,
    ({ project }) => {
      for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
        addCategory(module, referenceTitle);
        for (const symbol of module.children ?? []) addCategory(symbol, categoryOf(symbol));
      }
    },
    // Runs after typedoc has made the file names relative.
    -100,
  );
}

function categoryOf(symbol: DeclarationReflection): string {
  const declared = symbol.isReference() ? symbol.getTargetReflectionDeep() : symbol;
  const file = declared.isDeclaration() ? (declared.sources?.[0]?.fileName ?? '') : '';
  const fitting = symbolParts.flatMap(([title, ...paths]) =>
    paths.filter((path) => file.startsWith(path)).map((path) => ({ title, path })),
  );
  const title = fitting.sort((a, b) => b.path.length - a.path.length)[0]?.title;
  if (title === undefined) throw new Error(`No part in docs/site/sections.ts is for ${symbol.name} of ${file}.`);
  return title;
}

function addCategory(reflection: DeclarationReflection, title: string): void {
  reflection.comment ??= new Comment();
  reflection.comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: title }]));
}
