import ts from 'typescript';
import { exportsOf } from './compiler.ts';
import { declarationsOf, isOurs } from './declarations.ts';

/** The public types of each entry, by import name. */
export function apiReports(entries: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const program = declarationsOf(Object.values(entries));
  const checker = program.getTypeChecker();
  const owners = new Map<ts.Symbol, string>();
  const reports = new Map<string, string>();
  for (const [entry, file] of Object.entries(entries)) {
    const exported = publicOf(program, checker, file);
    const others = exported.filter(({ symbol }) => owners.has(symbol));
    const own = exported.filter(({ symbol }) => !owners.has(symbol));
    for (const { symbol } of own) owners.set(symbol, entry);
    const hidden = hiddenTypes(own, owners, checker);
    reports.set(entry, report(entry, own, hidden, reexports(others, owners), checker));
  }
  return reports;
}

interface Export {
  readonly name: string;
  readonly symbol: ts.Symbol;
}

function publicOf(program: ts.Program, checker: ts.TypeChecker, file: string): Export[] {
  const symbols = exportsOf(program, file.replace(/\.ts$/, '.d.ts'));
  return byName(symbols.map((symbol) => ({ name: symbol.name, symbol: target(symbol, checker) })));
}

/** Types that are not in `owners`, but that exported types refer to. Changing these types changes the public API. */
function hiddenTypes(exported: readonly Export[], owners: ReadonlyMap<ts.Symbol, string>, checker: ts.TypeChecker) {
  const hidden = new Set<ts.Symbol>();
  const visit = (node: ts.Node): void => {
    const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
    if (symbol) add(target(symbol, checker));
    ts.forEachChild(node, visit);
  };
  const add = (symbol: ts.Symbol): void => {
    if (hidden.has(symbol) || owners.has(symbol) || !isDeclaredInModule(symbol)) return;
    hidden.add(symbol);
    visitDeclarations(symbol);
  };
  const visitDeclarations = (symbol: ts.Symbol): void => {
    for (const each of ownDeclarations(symbol)) if (!isKeyof(each)) visit(each);
  };
  for (const { symbol } of exported) visitDeclarations(symbol);
  return byName([...hidden].map((symbol) => ({ name: symbol.name, symbol })));
}

function report(
  entry: string,
  own: readonly Export[],
  hidden: readonly Export[],
  others: readonly string[],
  checker: ts.TypeChecker,
): string {
  const code = [
    ...others,
    ...own.map(({ name, symbol }) => `export ${textOf(name, symbol, checker)}`),
    ...(hidden.length > 0 ? ['// Not exported, but part of what is:'] : []),
    ...hidden.map(({ name, symbol }) => textOf(name, symbol, checker)),
  ].join('\n\n');
  return `# ${entry}\n\nWritten by \`npm run generate\`: do not edit.\n\n\`\`\`ts\n${code}\n\`\`\`\n`;
}

function textOf(name: string, symbol: ts.Symbol, checker: ts.TypeChecker): string {
  return ownDeclarations(symbol)
    .map((node) => (isKeyof(node) ? `type ${name} =\n${keysOf(node, checker)};` : declarationText(node)))
    .join('\n');
}

function declarationText(node: ts.Node): string {
  // The declaration of a constant lacks `const`, so use the statement.
  const text = (ts.isVariableDeclaration(node) ? node.parent.parent : node).getText();
  return text.replace(/^(export )?(default )?(declare )?/, '').replace(/^ *#private;\n/m, '');
}

/** Lists the keys instead of `keyof` a type, in an order that does not depend on other code. */
function keysOf(node: ts.TypeAliasDeclaration, checker: ts.TypeChecker): string {
  const type = checker.getTypeAtLocation(node);
  const keys = (type.isUnion() ? type.types : [type]).map((each) => `  | ${checker.typeToString(each)}`);
  return keys.sort().join('\n');
}

function isKeyof(node: ts.Node): node is ts.TypeAliasDeclaration {
  return ts.isTypeAliasDeclaration(node) && ts.isTypeOperatorNode(node.type);
}

function reexports(others: readonly Export[], owners: ReadonlyMap<ts.Symbol, string>): string[] {
  return [...new Set(owners.values())].flatMap((owner) => {
    const names = others.filter(({ symbol }) => owners.get(symbol) === owner).map(({ name }) => `    ${name},\n`);
    return names.length > 0 ? [`export {\n${names.join('')}} from '${owner}';`] : [];
  });
}

function ownDeclarations(symbol: ts.Symbol): ts.Declaration[] {
  return (symbol.declarations ?? []).filter(isOurs);
}

function isDeclaredInModule(symbol: ts.Symbol): boolean {
  return ownDeclarations(symbol).some((node) => {
    return ts.isSourceFile((ts.isVariableDeclaration(node) ? node.parent.parent : node).parent);
  });
}

function target(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function byName(exports: Export[]): Export[] {
  return exports.sort((a, b) => (a.name < b.name ? -1 : 1));
}
