import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const unusedNames: ts.CompilerOptions = {
  noUnusedLocals: false,
  noUnusedParameters: false,
  verbatimModuleSyntax: false,
  isolatedModules: false,
  // Such a label is a field outside of its object.
  allowUnusedLabels: false,
};
const spanOptions = { ...options, ...unusedNames };

/** The names that the package's entries export, and those of the members and values of what they export. */
export interface PackageNames {
  /** An import of all exports, with those that two entries have only once. */
  readonly imports: string;
  /** Members of exported types, and the strings of exported unions, such as the types of events. */
  readonly members: ReadonlySet<string>;
}

/** Reads the entries that `tsconfig.json` has paths for. */
export function readPackageNames(): PackageNames {
  const entries = Object.entries<string[]>(config.compilerOptions.paths);
  const program = ts.createProgram(
    entries.map(([, [path = '']]) => root + path),
    options,
  );
  const checker = program.getTypeChecker();
  const importOf = new Map<string, string>();
  const members = new Set<string>();
  for (const [entry, [path = '']] of entries) {
    const source = program.getSourceFile(root + path);
    const module = source && checker.getSymbolAtLocation(source);
    for (const exported of module ? checker.getExportsOfModule(module) : []) {
      importOf.set(exported.name, `import { ${exported.name} } from '${entry}';`);
      for (const name of memberNames(exported, checker)) members.add(name);
    }
  }
  return { imports: [...importOf.values()].join('\n'), members };
}

function memberNames(exported: ts.Symbol, checker: ts.TypeChecker): string[] {
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
  const declared = checker.getDeclaredTypeOfSymbol(isAlias ? checker.getAliasedSymbol(exported) : exported);
  const types = declared.isUnion() ? declared.types : [declared];
  const properties = types.filter((type) => type.flags & ts.TypeFlags.Object).flatMap((type) => type.getProperties());
  return [
    ...types.filter((type) => type.isStringLiteral()).map(({ value }) => value),
    ...properties.filter(isOwn).map(({ name }) => name),
  ];
}

/** Not one of an array or an error, which the language declares. */
function isOwn({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((each) => !each.getSourceFile().fileName.includes('/node_modules/'));
}

/** The first message about each span whose program has an error. */
export function failuresOf(spans: readonly string[], programOf: (span: string) => string): Map<string, string> {
  // Inside the repository, where packages are found.
  const pathOf = (index: number) => `${root}test/demo/span-${index}.ts`;
  const unique = [...new Set(spans)];
  const texts = new Map(unique.map((span, index) => [pathOf(index), programOf(span)]));
  const host = ts.createCompilerHost(spanOptions);
  const { getSourceFile } = host;
  host.getSourceFile = (path, version, ...rest) => {
    const text = texts.get(path);
    return text === undefined ? getSourceFile(path, version, ...rest) : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...texts.keys()], spanOptions, host);
  const failures = unique.flatMap((span, index): [string, string][] => {
    const [diagnostic] = ts.getPreEmitDiagnostics(program, program.getSourceFile(pathOf(index)));
    return diagnostic ? [[span, ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')]] : [];
  });
  return new Map(failures);
}

/** The names of the fields that a statement passes in object literals: a request takes any, so no compiler refuses one. */
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
