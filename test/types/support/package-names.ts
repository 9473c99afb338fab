import ts from 'typescript';
import { compiler, entries, exportsOf, isUnused, messageOf } from './compiler.ts';

/** The names of the package's exports, their members and their string values. */
export interface PackageNames {
  /** Code that imports all exports. A name that two entries export is imported once. */
  readonly imports: string;
  /** Members of exported types and strings of exported unions, such as event types. */
  readonly members: ReadonlySet<string>;
}

export function readPackageNames(): PackageNames {
  const program = compiler.replace({});
  const checker = program.getTypeChecker();
  const importOf = new Map<string, string>();
  const members = new Set<string>();
  for (const [entry, file] of Object.entries(entries)) {
    for (const exported of exportsOf(program, file)) {
      const symbol = targetOf(exported, checker);
      const keyword = isValue(exported, symbol) ? 'import' : 'import type';
      importOf.set(exported.name, `${keyword} { ${exported.name} } from '${entry}';`);
      for (const name of memberNames(symbol, checker)) members.add(name);
    }
  }
  return { imports: [...importOf.values()].join('\n'), members };
}

function isValue({ declarations = [] }: ts.Symbol, target: ts.Symbol): boolean {
  return (target.flags & ts.SymbolFlags.Value) !== 0 && !declarations.some(ts.isTypeOnlyExportDeclaration);
}

function targetOf(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function memberNames(symbol: ts.Symbol, checker: ts.TypeChecker): string[] {
  const declared = checker.getDeclaredTypeOfSymbol(symbol);
  const types = declared.isUnion() ? declared.types : [declared];
  const properties = types.filter((type) => type.flags & ts.TypeFlags.Object).flatMap((type) => type.getProperties());
  return [
    ...types.filter((type) => type.isStringLiteral()).map(({ value }) => value),
    ...properties.filter(isOwn).map(({ name }) => name),
  ];
}

/** Whether this package declares the symbol. It does not declare the members of arrays and errors. */
function isOwn({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((each) => !each.getSourceFile().fileName.includes('/node_modules/'));
}

/** The first error message of each span whose program does not compile. */
export function failuresOf(spans: readonly string[], programOf: (span: string) => string): Map<string, string> {
  const fileOf = new Map([...new Set(spans)].map((span, index) => [span, `span-${index}.ts`]));
  compiler.replace(Object.fromEntries([...fileOf].map(([span, file]) => [file, programOf(span)])));
  const failures = [...fileOf].flatMap(([span, file]): [string, string][] => {
    const [error] = compiler.errorsIn(file).filter((each) => !isUnused(each));
    return error ? [[span, messageOf(error)]] : [];
  });
  return new Map(failures);
}

/** The field names in a statement's object literals. The compiler does not check all, because some requests accept any field. */
export function fieldNames(code: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      names.push(ts.isStringLiteral(node.name) ? node.name.text : node.name.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('span.ts', code, ts.ScriptTarget.Latest, true));
  return names;
}
