import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'esbuild';
import { defineConfig, type Options } from 'tsup';
import ts from 'typescript';
import { importConsoleFiles, writeConsoleFiles } from './mock/console/build/console-files.ts';

export const entries = {
  index: 'src/index.ts',
  webhooks: 'src/webhooks/index.ts',
  'webhooks/redis': 'src/webhooks/redis.ts',
  captions: 'src/captions/index.ts',
  mock: 'mock/index.ts',
  'mock/remote': 'mock/remote/index.ts',
  msw: 'mock/msw.ts',
  vitest: 'mock/test-runners/vitest.ts',
  jest: 'mock/matchers/jest.ts',
  playwright: 'mock/test-runners/playwright.ts',
};

/** vitest cannot be loaded by `require`, but its matchers can; the types are the same, since vitest imports all tests. */
const entriesForRequire = { ...entries, vitest: 'mock/test-runners/vitest-commonjs.ts' };

/** ES modules get other types of msw than CommonJS, and so these types are made for each. */
const entriesWithTypesOfPeers = { msw: entries.msw };

const shared = {
  outDir: 'dist',
  target: 'es2023',
  // No platform: what is for Node alone is imported by its full name when it is needed.
  platform: 'neutral',
  // The package's own entries are imported by name, so that each is in a program once.
  external: [/^node:/, /^clipwright(\/|$)/],
  removeNodeProtocol: false,
  splitting: true,
  esbuildPlugins: [pureConstants(), leanMediaCaptions(), importConsoleFiles('./console/files.js')],
  // The names of functions, classes and members stay, for stack traces, and marks, for bundlers; lines are short, since Node
  // prints the one of an error that nobody caught.
  minify: 'terser',
  terserOptions: {
    compress: false,
    mangle: { toplevel: false, module: false, keep_fnames: true, keep_classnames: true },
    format: { max_line_len: 320, preserve_annotations: true },
  },
} satisfies Options;

const types = {
  // What only the package itself calls would carry the whole table of endpoints into the published types.
  compilerOptions: { stripInternal: true },
  // For the `Symbol.asyncDispose` of servers, which users' `lib` need not have. In a source file it would get lost.
  banner: '/// <reference lib="esnext.disposable" />',
};

/** What Node loads: with ky and zod in it, since to find and read their many files takes longer than all the rest. */
const forNode = { ...shared, noExternal: ['ky', 'zod'] };

export const builds: Options[] = [
  { ...shared, format: 'esm', entry: entries, dts: { ...types, entry: entriesWithTypesOfPeers } },
  {
    ...forNode,
    format: 'esm',
    entry: { ...entries, cli: 'mock/cli/index.ts' },
    outDir: 'dist/node',
    esbuildPlugins: [loadOnCall(), pureConstants(), leanMediaCaptions(), importConsoleFiles('../console/files.js')],
  },
  {
    ...forNode,
    format: 'cjs',
    entry: entriesForRequire,
    dts: { ...types, entry: entries },
    esbuildPlugins: [loadOnCall(), ...shared.esbuildPlugins],
  },
];

export default defineConfig(async () => {
  // Not by tsup's `clean`: the builds run side by side, and one would sweep away what the other has written.
  await rm('dist', { recursive: true, force: true });
  await Promise.all([reexportTypes(), writeConsoleFiles('dist/console/files.js')]);
  return builds;
});

/**
 * Marks each computed constant of `src/` as one that bundlers may leave out if nothing uses it. That is safe, since none has
 * a side effect. Bundlers cannot know that of a call, a spread or a template, and would keep zod and all schemas beside a
 * single class of errors.
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
  // From the last to the first, so that the places of those before stay the same.
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
 * Evaluates modules that take long to load when one of their functions is first called, in what Node loads. They stay in
 * the same file: to read it costs little, and a call need not wait for another one.
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
        // Relative, since the path is in the built files.
        return { path: relative('', path), namespace, pluginData: names };
      });
      build.onLoad({ filter: /./, namespace }, ({ path, pluginData }) => {
        return { contents: standIn(path, pluginData), resolveDir: resolve('') };
      });
    },
  };
}

/** The names of the functions of each such module, by its file name. */
const loadedOnCall: Readonly<Record<string, readonly string[]>> = {
  // It makes a Request as it is loaded, for which Node loads its whole `fetch`.
  ky: ['default', 'isNetworkError'],
  // The table of endpoints, all schemas, and zod.
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
 * Leaves out of media-captions what the mock, which only reads WebVTT and SRT, has no use for. Where there is a `document`,
 * its cues would extend `VTTCue`, which jsdom lacks. Its parser of SubStation Alpha would be in every build.
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
 * Has the types of ES modules be those of the CommonJS build: written twice, they would take as much room again, and a client
 * of one format would not be a client of the other. The reverse is impossible: CommonJS may not import types of ES modules.
 */
async function reexportTypes(): Promise<void> {
  for (const entry of Object.keys(entries).filter((each) => !(each in entriesWithTypesOfPeers))) {
    const file = join('dist', `${entry}.d.ts`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `export * from './${basename(entry)}.cjs';\n`);
  }
}
