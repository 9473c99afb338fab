import ts from 'typescript';
import type { ModelDocs } from '../../mock/openapi/models.ts';

/** The doc comments of the named interfaces and type aliases, and of their fields. */
export function readDocComments(files: readonly string[], names: ReadonlySet<string>): Record<string, ModelDocs> {
  const program = ts.createProgram(files, { allowImportingTsExtensions: true, noEmit: true, strict: true });
  const checker = program.getTypeChecker();
  const symbols = files.flatMap((file) => exportsOf(program, checker, file)).filter(({ name }) => names.has(name));
  return Object.fromEntries(symbols.map((symbol) => [symbol.name, docsOf(symbol, checker)]));
}

function exportsOf(program: ts.Program, checker: ts.TypeChecker, file: string): ts.Symbol[] {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} is not a module.`);
  return checker.getExportsOfModule(module);
}

function docsOf(symbol: ts.Symbol, checker: ts.TypeChecker): ModelDocs {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  // The members of a list are those of every list.
  const hasFields = (type.flags & ts.TypeFlags.Object) !== 0 && !checker.isArrayLikeType(type);
  const fields = hasFields ? checker.getPropertiesOfType(type) : [];
  const described = fields.map((field) => [field.name, commentOf(field, checker)]).filter(([, text]) => text !== '');
  return { description: commentOf(symbol, checker), fields: Object.fromEntries(described) };
}

/** Lines joined: a comment is wrapped for its file's margin. Without links, which lead nowhere in a document. */
function commentOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return text.replace(/\{@link ([\w.]+)\}/g, '$1').replace(/\n(?! ?- )/g, ' ');
}
