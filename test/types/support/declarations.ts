import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * A program of the declarations that the compiler makes of source files and of all that they import, without comments and
 * without what is `@internal`.
 */
export function declarationsOf(files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const sources = files.map((file) => root + file);
  const declarations = emit(sources, options);
  return ts.createProgram(sources.map(declarationFile), options, hostWith(declarations, options));
}

/** Whether a node is a declaration of this package. */
export function isOurs(node: ts.Node): boolean {
  const { fileName } = node.getSourceFile();
  return fileName.startsWith(`${root}src/`) || fileName.startsWith(`${root}mock/`);
}

function emit(files: readonly string[], options: ts.CompilerOptions): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  const emitOptions = { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, stripInternal: true };
  const program = ts.createProgram(files, { ...emitOptions, removeComments: true, allowImportingTsExtensions: true });
  program.emit(undefined, (file, text) => declarations.set(file, text));
  return declarations;
}

function hostWith(declarations: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  // A source file is hidden by its declarations.
  host.fileExists = (file) => declarations.has(file) || (!declarations.has(declarationFile(file)) && fileExists(file));
  host.readFile = (file) => declarations.get(file) ?? readFile(file);
  host.getSourceFile = (file, ...rest) => {
    const text = declarations.get(file);
    return text === undefined
      ? getSourceFile(file, ...rest)
      : ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  };
  return host;
}

function declarationFile(source: string): string {
  return source.replace(/\.ts$/, '.d.ts');
}
