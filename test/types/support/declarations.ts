import ts from 'typescript';
import { compiler, createCompiler, type Disk, root } from './compiler.ts';

/**
 * A program of the declarations that the compiler emits for source files and their imports, without comments and
 * `@internal` members.
 */
export function declarationsOf(files: readonly string[]): ts.Program {
  compiler.replace({});
  return createCompiler(
    files.map((file) => file.replace(/\.ts$/, '.d.ts')),
    declarations,
  ).replace({});
}

/** True if a node belongs to this package. */
export function isOurs(node: ts.Node): boolean {
  return isOurFile(node.getSourceFile().fileName);
}

/** Replaces our source files with their declarations, each emitted when it is first read. */
const declarations: Disk = {
  fileExists: (path) =>
    isOurFile(path) ? path.endsWith('.d.ts') && ts.sys.fileExists(sourceOf(path)) : ts.sys.fileExists(path),
  readFile: (path) => (isOurFile(path) && path.endsWith('.d.ts') ? emit(path) : ts.sys.readFile(path)),
};

function isOurFile(path: string): boolean {
  return path.startsWith(`${root}src/`) || path.startsWith(`${root}mock/`);
}

function emit(declaration: string): string | undefined {
  return compiler.service.getEmitOutput(sourceOf(declaration), true, true).outputFiles[0]?.text;
}

function sourceOf(declaration: string): string {
  return declaration.replace(/\.d\.ts$/, '.ts');
}
