import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The contents of replaced or added files, by path. */
type Files = Readonly<Record<string, string>>;

/** Reads files from disk unless `replace` has replaced them. */
export type Disk = Pick<ts.System, 'fileExists' | 'readFile'>;

/** All paths are relative to the repository. */
export interface Compiler {
  readonly service: ts.LanguageService;
  /** Replaces these files, and restores all others. */
  replace(files: Files): ts.Program;
  /** The errors in a file. */
  errorsIn(file: string): ts.Diagnostic[];
}

export const root = fileURLToPath(new URL('../../../', import.meta.url));

const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);

/** The file of each entry, by import name. */
export const entries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<string[]>(config.compilerOptions.paths).map(([name, [file = '']]) => [name, file.replace('./', '')]),
);

const options: ts.CompilerOptions = {
  ...ts.parseJsonConfigFileContent(config, ts.sys, root).options,
  // Report unused labels. In a documented program, such a label is probably a field outside its object.
  allowUnusedLabels: false,
  // Emit the same declarations as the build of the package.
  stripInternal: true,
  removeComments: true,
};

/** The parsed files. All compilers share them, so that each file is parsed only once. */
const registry = ts.createDocumentRegistry(true, root);

/** The file that imports all others. Changing it is cheap, but changing the roots would resolve every import again. */
const rootFile = `${root}test/types/all.ts`;

/** Compiles files and their imports. */
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
      // Files on disk do not change while tests run.
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

/** The compiler that all type tests share. */
export const compiler: Compiler = createCompiler(globSync('{src,mock}/**/*.{ts,tsx}', { cwd: root }).sort());

/** The errors in these files, except allowed ones. */
export function typeErrors(files: Files, isAllowed: (error: ts.Diagnostic) => boolean = () => false): string[] {
  compiler.replace(files);
  return Object.keys(files).flatMap((file) => {
    const errors = compiler.errorsIn(file).filter((error) => !isAllowed(error));
    return errors.map((error) => `${file}: ${messageOf(error)}`);
  });
}

/** True if the error only reports an unused name. */
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
