// Finds the errors of a program with the compiler API of TypeScript 5 and 6. Checks only files of the package and of
// its user, because checking the declarations of the test runners as well would take several times as long.
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Returns a function that finds the errors of programs in a folder. It parses a file once for each kind of modules. */
export function interfaceErrors(compiler, folder) {
  const ts = createRequire(import.meta.url)(compiler);
  const parsed = new Map();
  return (files, options) => {
    const converted = ts.convertCompilerOptionsFromJson(options, folder).options;
    const host = ts.createCompilerHost(converted);
    const { getSourceFile } = host;
    host.getCurrentDirectory = () => folder;
    // Like `tsc`, parse no doc comments in TypeScript, where they declare no types.
    host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
    host.getSourceFile = (name, ...rest) => {
      const key = /\/lib\.[\w.]+\.d\.ts$/.test(name) ? name : `${options.module} ${name}`;
      if (!parsed.has(key)) parsed.set(key, getSourceFile(name, ...rest));
      return parsed.get(key);
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
