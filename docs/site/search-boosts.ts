import { type Application, Converter, IndexEvent, ReflectionKind } from 'typedoc';
import type { SiteDocument } from './documents.ts';
import { headingsOf } from './markdown.ts';

/** Ranks guides first in search results: people search for a symbol by its name, but for a task by any words. */
export function boostGuides(app: Application, documents: readonly SiteDocument[]): void {
  const paths = new Map(documents.map(({ title, path }) => [title, path]));
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const document of project.documents ?? []) {
      const isGuide = paths.get(document.name)?.startsWith('docs/guides/');
      document.relevanceBoost = isGuide ? guideBoost : 1;
    }
    // Hides fields of object literals, such as each row of the table of assumptions: the table has a page of its own.
    for (const literal of project.getReflectionsByKind(ReflectionKind.TypeLiteral)) {
      if (literal.isDeclaration()) for (const field of literal.children ?? []) field.relevanceBoost = 0;
    }
  });
}

/** Gives the headings of a document a high weight in the search, since they name the tasks. */
export function indexHeadings(app: Application, documents: readonly SiteDocument[]): void {
  const headings = new Map(documents.map(({ title, text }) => [title, headingsOf(text)]));
  app.renderer.on(IndexEvent.PREPARE_INDEX, (event) => {
    event.searchFieldWeights.headings = headingWeight;
    event.searchResults.forEach((found, index) => {
      event.searchFields[index] = { headings: found.isDocument() ? (headings.get(found.name) ?? '') : '' };
    });
  });
}

/** The boost of a guide, far above the 10 that typedoc gives to a symbol whose name equals the query. */
const guideBoost = 300;

/** The weight of a heading, which is the weight that typedoc gives to a name. */
const headingWeight = 10;
