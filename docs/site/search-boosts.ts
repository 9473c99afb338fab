import { type Application, Converter, IndexEvent, ReflectionKind } from 'typedoc';
import type { SiteDocument } from './documents.ts';
import { headingsOf } from './markdown.ts';

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

/** Finds a document above all by its headings: they name the tasks that it is for. */
export function indexHeadings(app: Application, documents: readonly SiteDocument[]): void {
  const headings = new Map(documents.map(({ title, text }) => [title, headingsOf(text)]));
  app.renderer.on(IndexEvent.PREPARE_INDEX, (event) => {
    event.searchFieldWeights.headings = headingWeight;
    event.searchResults.forEach((found, index) => {
      event.searchFields[index] = { headings: found.isDocument() ? (headings.get(found.name) ?? '') : '' };
    });
  });
}

/** Far more than the tenfold that typedoc gives a symbol whose name is what was searched for. */
const guideBoost = 300;

/** The boost of a name in typedoc. */
const headingWeight = 10;
