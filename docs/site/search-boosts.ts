import { type Application, Converter, ReflectionKind } from 'typedoc';
import type { SiteDocument } from './documents.ts';

/** Puts guides first among what a search finds: a symbol is found by its name, a task only by words. */
export function boostGuides(app: Application, documents: readonly SiteDocument[]): void {
  const paths = new Map(documents.map(({ title, path }) => [title, path]));
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const document of project.documents ?? []) {
      const isGuide = paths.get(document.name)?.startsWith('docs/guides/');
      document.relevanceBoost = isGuide ? guideBoost : 1;
    }
    // The fields of a value without a type of its own, such as the table of assumptions, which is a page, too.
    for (const literal of project.getReflectionsByKind(ReflectionKind.TypeLiteral)) {
      if (literal.isDeclaration()) for (const field of literal.children ?? []) field.relevanceBoost = 0;
    }
  });
}

/** Far more than the tenfold that typedoc gives a symbol whose name is what was searched for. */
const guideBoost = 300;
