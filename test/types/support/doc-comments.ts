import ts from 'typescript';
import type { ModelDocs } from '../../../mock/openapi/models.ts';
import { compiler, exportsOf } from './compiler.ts';

/** The doc comments of the named interfaces and type aliases and of their fields. */
export function readDocComments(files: readonly string[], names: ReadonlySet<string>): Record<string, ModelDocs> {
  const program = compiler.replace({});
  const symbols = files.flatMap((file) => exportsOf(program, file)).filter(({ name }) => names.has(name));
  return Object.fromEntries(symbols.map((symbol) => [symbol.name, docsOf(symbol, program.getTypeChecker())]));
}

function docsOf(symbol: ts.Symbol, checker: ts.TypeChecker): ModelDocs {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  // Skip the members of arrays, which are the same for every array.
  const hasFields = (type.flags & ts.TypeFlags.Object) !== 0 && !checker.isArrayLikeType(type);
  const fields = hasFields ? checker.getPropertiesOfType(type).toSorted(byDeclaration) : [];
  const described = fields.map((field) => [field.name, commentOf(field, checker)]).filter(([, text]) => text !== '');
  return { description: commentOf(symbol, checker), fields: Object.fromEntries(described) };
}

/** Sorts by position, because the compiler's order of the fields of `Omit<…>` depends on what it has checked before. */
function byDeclaration(one: ts.Symbol, other: ts.Symbol): number {
  const [a, b] = [one.declarations?.[0], other.declarations?.[0]];
  if (!a || !b) return 0;
  return a.getSourceFile().fileName.localeCompare(b.getSourceFile().fileName) || a.getStart() - b.getStart();
}

/** Joins lines, because comments are wrapped, and removes links, which do not work in a document. */
function commentOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return text.replace(/\{@link ([\w.]+)\}/g, '$1').replace(/\n(?! ?- )/g, ' ');
}
