// Finds the errors of a program with the compiler API of TypeScript 5 and 6. Checks only files of the package and of
// its user, because checking the declarations of the test runners as well would take several times as long.
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Returns a function that finds the errors of programs in a folder. It parses the `lib` files only once. */
export function interfaceErrors(compiler, folder) {
  const ts = createRequire(import.meta.url)(compiler);
  const libraries = new Map();
  return (files, options) => {
    const converted = ts.convertCompilerOptionsFromJson(options, folder).options;
    const host = ts.createCompilerHost(converted);
    const { getSourceFile } = host;
    host.getCurrentDirectory = () => folder;
    host.getSourceFile = (name, ...rest) => {
      if (!/\/lib\.[\w.]+\.d\.ts$/.test(name)) return getSourceFile(name, ...rest);
      if (!libraries.has(name)) libraries.set(name, getSourceFile(name, ...rest));
      return libraries.get(name);
    };
    const program = ts.createProgram(
      files.map((file) => join(folder, file)),
      converted,
      host,
    );
    const diagnostics = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
    for (const file of program.getSourceFiles()) {
      if (!isOurs(file.fileName)) continue;
      diagnostics.push(...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file));
    }
    return diagnostics.map((each) => ts.formatDiagnostic(each, { ...host, getNewLine: () => '\n' }).trim());
  };
}

function isOurs(file) {
  return !file.includes('/node_modules/') || file.includes('/node_modules/clipwright/');
}
