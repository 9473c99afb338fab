import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'esbuild';
import { defineConfig, type Options } from 'tsup';
import ts from 'typescript';
import { importConsoleFiles, writeConsoleFiles } from './mock/console/build/console-files.ts';

type TsupPlugin = NonNullable<Options['plugins']>[number];

export const entries = {
  index: 'src/index.ts',
  webhooks: 'src/webhooks/index.ts',
  'webhooks/redis': 'src/webhooks/redis.ts',
  'webhooks/sql': 'src/webhooks/sql.ts',
  captions: 'src/captions/index.ts',
  node: 'src/node/index.ts',
  mock: 'mock/index.ts',
  'mock/remote': 'mock/remote/index.ts',
  msw: 'mock/msw.ts',
  vitest: 'mock/test-runners/vitest.ts',
  jest: 'mock/matchers/jest.ts',
  playwright: 'mock/test-runners/playwright.ts',
};

/** The CommonJS entries. `require` cannot load vitest, so here `clipwright/vitest` has only the matchers. */
const entriesForRequire = { ...entries, vitest: 'mock/test-runners/vitest-commonjs.ts' };

/** The entries with separate types for each format, since msw declares different types for ES modules and CommonJS. */
const entriesWithTypesOfPeers = { msw: entries.msw };

const shared = {
  outDir: 'dist',
  target: 'es2023',
  // Neutral: modules of Node are imported with the prefix `node:`, and only when they are needed.
  platform: 'neutral',
  // Entries of the package import one another by name, so that a program never has two copies of one.
  external: [/^node:/, /^clipwright(\/|$)/],
  removeNodeProtocol: false,
  splitting: true,
  esbuildPlugins: [pureConstants(), leanMediaCaptions(), importConsoleFiles('./console/files.js')],
  plugins: [classDeclarations()],
  // tsup prints no warnings where `silent` is set.
  esbuildOptions: (options) => {
    options.logLevel = 'warning';
  },
  // Keeps names for stack traces, and annotations for bundlers. Limits the length of lines, since Node prints the whole line
  // of an uncaught error.
  minify: 'terser',
  terserOptions: {
    compress: false,
    mangle: { toplevel: false, module: false, keep_fnames: true, keep_classnames: true },
    format: { max_line_len: 320, preserve_annotations: true },
  },
} satisfies Options;

const types = {
  // Without this, `@internal` functions would pull the whole table of endpoints into the published types.
  compilerOptions: { stripInternal: true },
  // Declares `Symbol.asyncDispose`, which the `lib` of users may lack. tsup would drop this line from a source file.
  banner: '/// <reference lib="esnext.disposable" />',
};

/** The options of the builds for Node. They bundle ky and zod, whose many files take Node longest to find and read. */
const forNode = { ...shared, noExternal: ['ky', 'zod'] };

export const builds: Options[] = [
  { ...shared, format: 'esm', entry: entries, dts: { ...types, entry: entriesWithTypesOfPeers } },
  {
    ...forNode,
    format: 'esm',
    entry: { ...entries, cli: 'mock/cli/index.ts' },
    outDir: 'dist/node',
    esbuildPlugins: [
      loadOnCall(),
      withMainChunk(),
      parsedJson(),
      pureConstants(),
      leanMediaCaptions(),
      importConsoleFiles('../console/files.js'),
    ],
  },
  {
    ...forNode,
    format: 'cjs',
    entry: entriesForRequire,
    dts: { ...types, entry: entries },
    esbuildPlugins: [loadOnCall(), withMainChunk(), parsedJson(), ...shared.esbuildPlugins],
  },
];

export default defineConfig(async ({ silent = false, dts = true }) => {
  if (!silent) reportEnd(dts === false ? 'code' : 'code and types');
  // tsup's `clean` cannot do this: the builds run in parallel, and one would delete the files of another.
  await rm('dist', { recursive: true, force: true });
  await Promise.all([reexportTypes(), writeConsoleFiles('dist/console/files.js')]);
  return silent ? builds : builds.map(reportFiles);
});

/** Prints a line about a build, where tsup would print one for each file. Errors and warnings are still printed. */
function reportFiles(build: Options): Options {
  const { outDir, format, plugins = [] } = build;
  const report: TsupPlugin = {
    name: 'report-files',
    buildEnd: ({ writtenFiles }) => console.log(`${outDir}: ${writtenFiles.length} files (${format}).`),
  };
  return { ...build, silent: true, plugins: [...plugins, report] };
}

/** Prints what was built when the process ends: tsup has no hook for the end of the types, which take longest. */
function reportEnd(what: string): void {
  console.log(`Building the ${what} …`);
  process.once('exit', (code) => {
    if (code === 0) console.log(`Built the ${what}.`);
  });
}

/**
 * Lets bundlers remove each computed constant of `src/` that a program does not use. This is safe, since no constant has a
 * side effect. Bundlers cannot know this of calls, spreads and templates: a program that imports only an error class would
 * contain zod and all schemas.
 */
export function pureConstants(): Plugin {
  const source = resolve('src') + sep;
  return {
    name: 'pure-constants',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (!path.startsWith(source)) return undefined;
        return { contents: markConstants(path, await readFile(path, 'utf8')), loader: 'ts' };
      });
    },
  };
}

function markConstants(path: string, source: string): string {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  // Starts with the last constant, since a change would shift the positions of all later ones.
  return computedConstants(file).reduceRight((marked, value) => {
    const [start, end] = [value.getStart(file), value.getEnd()];
    return `${marked.slice(0, start)}/* @__PURE__ */ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`;
  }, source);
}

function computedConstants(file: ts.SourceFile): ts.Expression[] {
  const declarations = file.statements
    .filter(ts.isVariableStatement)
    .flatMap((each) => [...each.declarationList.declarations]);
  return declarations.flatMap(({ initializer }) => (initializer && isComputed(initializer) ? [initializer] : []));
}

function isComputed(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  const mayHaveEffect =
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isSpreadAssignment(node) ||
    ts.isTemplateExpression(node) ||
    ts.isPropertyAccessExpression(node);
  return mayHaveEffect || ts.forEachChild(node, isComputed) === true;
}

/**
 * Turns each `var Clip = class _Clip {…}` of esbuild back into the declaration `class Clip {…}`. Otherwise the console and stack
 * traces would show `_Clip`, and in CommonJS, where tsup's sucrase moves fields out of the class, `_class14`.
 */
function classDeclarations(): TsupPlugin {
  return { name: 'class-declarations', renderChunk: (code) => ({ code: declareClasses(code) }) };
}

function declareClasses(code: string): string {
  const file = ts.createSourceFile('chunk.js', code, ts.ScriptTarget.Latest);
  // Starts with the last class, since a change would shift the positions of all later ones.
  return file.statements.reduceRight((declared, statement) => {
    const [variable, ...others] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
    const value = variable?.initializer;
    // A minified chunk can declare a class and constants in one statement, which stays as it is.
    if (!variable || others.length > 0 || !value || !ts.isClassExpression(value)) return declared;
    const name = variable.name.getText(file);
    const innerName = value.name?.text ?? '';
    if (innerName !== '' && innerName !== `_${name}`) return declared;
    // esbuild uses `_Clip` in the class alone, and no string or property contains it.
    const expression = value.getText(file).replaceAll(new RegExp(`\\b_${name}\\b`, 'g'), name);
    const declaration = innerName === '' ? expression.replace('class', `class ${name}`) : expression;
    return `${declared.slice(0, statement.getStart(file))}${declaration}${declared.slice(statement.getEnd())}`;
  }, code);
}

/**
 * Delays slow modules in the builds for Node: a module is evaluated when one of its functions is first called. Its code
 * stays in the same file, so that the call can be synchronous.
 */
function loadOnCall(): Plugin {
  const namespace = 'load-on-call';
  const isResolving = Symbol('isResolving');
  return {
    name: namespace,
    setup(build) {
      build.onResolve({ filter: /./ }, async (args) => {
        const names = loadedOnCall[basename(args.path)];
        if (!names || args.namespace === namespace || args.pluginData === isResolving) return undefined;
        const { resolveDir, kind } = args;
        const { path } = await build.resolve(args.path, { resolveDir, kind, pluginData: isResolving });
        // Relative, since the built files contain this path.
        return { path: relative('', path), namespace, pluginData: names };
      });
      build.onLoad({ filter: /./, namespace }, ({ path, pluginData }) => {
        return { contents: standIn(path, pluginData), resolveDir: resolve('') };
      });
    },
  };
}

/** The delayed modules, by file name, with the names of their functions. */
const loadedOnCall: Readonly<Record<string, readonly string[]>> = {
  // ky creates a Request when it is evaluated, which makes Node load its whole `fetch`.
  ky: ['default', 'isNetworkError'],
  // This module imports the table of endpoints, all schemas, and zod.
  'for-client.ts': [
    'batchReferenceSchema',
    'endpointOf',
    'findIssues',
    'isSameId',
    'jobRequired',
    'jobSchema',
    'mayHaveField',
    'pageReaderOf',
  ],
};

function standIn(path: string, names: readonly string[]): string {
  const load = `let loaded;\nconst load = () => (loaded ??= require(${JSON.stringify(`./${path}`)}));`;
  const exports = names.map((name) => {
    const declaration = name === 'default' ? 'export default' : `export const ${name} =`;
    return `${declaration} (...args) => load().${name}(...args);`;
  });
  return [load, ...exports].join('\n');
}

/**
 * Makes the modules that the mock imports when they are first used import the mock. Otherwise each set of modules that the
 * mock shares with some of them would be a file of its own, and a file takes Node longer to find than to compile.
 */
function withMainChunk(): Plugin {
  return {
    name: 'with-main-chunk',
    setup(build) {
      const main = JSON.stringify(resolve('mock/index.ts'));
      build.onLoad(
        { filter: /[\\/]mock[\\/](control[\\/](control|document)|node[\\/]server)\.ts$/ },
        async ({ path }) => {
          return { contents: `${await readFile(path, 'utf8')}\nexport { createMock } from ${main};`, loader: 'ts' };
        },
      );
    },
  };
}

/** Puts JSON into a string, which is parsed as JSON. Node takes many times as long to compile an object literal. */
function parsedJson(): Plugin {
  return {
    name: 'parsed-json',
    setup(build) {
      build.onLoad({ filter: /[\\/](examples|doc-comments)\.json$/ }, async ({ path }) => {
        const json = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));
        return { contents: `export default JSON.parse(${JSON.stringify(json)});`, loader: 'js' };
      });
    },
  };
}

/**
 * Removes two parts of media-captions that the mock does not need. With a global `document`, its cues would extend `VTTCue`,
 * which jsdom lacks. Every build would contain its parser for SubStation Alpha, but the mock reads only WebVTT and SRT.
 */
function leanMediaCaptions(): Plugin {
  const replacements = [
    ['typeof document === "undefined"', 'true'],
    ["(await import('./ssa-parser.js')).default", 'undefined'],
  ] as const;
  return {
    name: 'lean-media-captions',
    setup(build) {
      build.onLoad({ filter: /media-captions[\\/]dist[\\/]prod[\\/]index\.js$/ }, async ({ path }) => {
        let contents = await readFile(path, 'utf8');
        for (const [code, replacement] of replacements) {
          if (!contents.includes(code)) throw new Error(`${path} no longer has ${code}.`);
          contents = contents.replace(code, replacement);
        }
        return { contents };
      });
    },
  };
}

/**
 * Makes the types of ES modules re-export the types of CommonJS. Separate types would double their size, and a `Clipwright`
 * of one format would not be assignable to the other. CommonJS cannot import types of ES modules, so this is the only way.
 */
async function reexportTypes(): Promise<void> {
  for (const entry of Object.keys(entries).filter((each) => !(each in entriesWithTypesOfPeers))) {
    const file = join('dist', `${entry}.d.ts`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `export * from './${basename(entry)}.cjs';\n`);
  }
}
