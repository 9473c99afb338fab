import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Texts by path, in place of what these files contain, or of files that do not exist. */
type Files = Readonly<Record<string, string>>;

/** Where files are that are not replaced. */
export type Disk = Pick<ts.System, 'fileExists' | 'readFile'>;

/** All paths that it takes and returns are relative to the repository. */
export interface Compiler {
  readonly service: ts.LanguageService;
  /** Puts these files, and no others, in place of those on the disk. */
  replace(files: Files): ts.Program;
  /** What is wrong with a file. */
  errorsIn(file: string): ts.Diagnostic[];
}

export const root = fileURLToPath(new URL('../../../', import.meta.url));

const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);

/** The file of each entry, by the name under which people import it. */
export const entries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<string[]>(config.compilerOptions.paths).map(([name, [file = '']]) => [name, file.replace('./', '')]),
);

const options: ts.CompilerOptions = {
  ...ts.parseJsonConfigFileContent(config, ts.sys, root).options,
  // A label in a program of the documents is a field outside of its object.
  allowUnusedLabels: false,
  // Declarations are made as for the package.
  stripInternal: true,
  removeComments: true,
};

/** What any compiler has read is parsed and bound once. */
const registry = ts.createDocumentRegistry(true, root);

/** Imports all others. A program whose roots change would look up every import again; a text may change. */
const rootFile = `${root}test/types/all.ts`;

/** Compiles files, and what they import. */
export function createCompiler(files: readonly string[], disk: Disk = ts.sys): Compiler {
  let texts: ReadonlyMap<string, string>;
  const setTexts = (replaced: Files) => {
    const imports = new Set([...files, ...Object.keys(replaced)]);
    const all = [...imports].map((file) => `import '${root}${file}';\n`).join('');
    texts = new Map([...Object.entries(replaced).map(([file, text]) => [root + file, text] as const), [rootFile, all]]);
  };
  setTexts({});
  const readFile = (path: string) => texts.get(path) ?? disk.readFile(path);
  const service = ts.createLanguageService(
    {
      getCompilationSettings: () => options,
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => [rootFile],
      // A file on the disk does not change meanwhile.
      getScriptVersion: (path) => texts.get(path) ?? '',
      getScriptSnapshot: (path) => {
        const text = readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      fileExists: (path) => texts.has(path) || disk.fileExists(path),
      readFile,
      directoryExists: ts.sys.directoryExists,
    },
    registry,
  );
  const programOf = () => {
    const program = service.getProgram();
    if (!program) throw new Error('The language service has no program.');
    return program;
  };
  return {
    service,
    replace(replaced) {
      setTexts(replaced);
      return programOf();
    },
    errorsIn: (file) => [
      ...service.getSyntacticDiagnostics(root + file),
      ...service.getSemanticDiagnostics(root + file),
    ],
  };
}

/** The compiler of all tests of types. */
export const compiler: Compiler = createCompiler(globSync('{src,mock}/**/*.{ts,tsx}', { cwd: root }).sort());

/** What is wrong with any of these files, but for the errors that are allowed. */
export function typeErrors(files: Files, isAllowed: (error: ts.Diagnostic) => boolean = () => false): string[] {
  compiler.replace(files);
  return Object.keys(files).flatMap((file) => {
    const errors = compiler.errorsIn(file).filter((error) => !isAllowed(error));
    return errors.map((error) => `${file}: ${messageOf(error)}`);
  });
}

/** Whether what is wrong is only that a name is not used. */
export function isUnused({ reportsUnnecessary }: ts.Diagnostic): boolean {
  return reportsUnnecessary !== undefined;
}

export function messageOf({ messageText }: ts.Diagnostic): string {
  return ts.flattenDiagnosticMessageText(messageText, ' ');
}

/** The symbols that a file exports. */
export function exportsOf(program: ts.Program, file: string): ts.Symbol[] {
  const source = program.getSourceFile(root + file);
  const module = source && program.getTypeChecker().getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} is not a module.`);
  return program.getTypeChecker().getExportsOfModule(module);
}
