// Makes one bundle: `node bundle.mjs <bundler> <entry> <file> <browser | node>`. It runs in a separate process, because
// some bundlers block the event loop.
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';

const { resolve } = createRequire(import.meta.url);

const bundlers = {
  async vite(entry, file, isForNode) {
    const { build } = await import('vite');
    const output = { entryFileNames: basename(file) };
    await build({
      root: dirname(entry),
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: { ssr: isForNode, outDir: dirname(file), rolldownOptions: { input: entry, output } },
    });
  },

  async webpack(entry, file, isForNode) {
    const { default: webpack } = await import('webpack');
    const compiler = webpack({
      mode: 'production',
      target: isForNode ? 'node' : 'web',
      entry,
      output: { path: dirname(file), filename: basename(file), module: true },
      experiments: { outputModule: true },
      performance: false,
    });
    const stats = await promisify(compiler.run.bind(compiler))();
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString());
  },

  async esbuild(entry, outfile, isForNode) {
    const { build } = await import('esbuild');
    const platform = isForNode ? 'node' : 'browser';
    await build({ entryPoints: [entry], outfile, bundle: true, minify: true, format: 'esm', platform });
  },

  async rollup(input, file, isForNode) {
    const { rollup } = await import('rollup');
    const { nodeResolve } = await import('@rollup/plugin-node-resolve');
    const plugins = [nodeResolve({ browser: !isForNode, preferBuiltins: isForNode })];
    // Ignore warnings, which are about zod's comments. An import that cannot be resolved fails when the bundle runs.
    const bundle = await rollup({ input, plugins, onwarn() {} });
    await bundle.write({ dir: dirname(file), entryFileNames: basename(file), format: 'esm' });
  },

  /** Uses the transforms of React Native apps, but not the modules that React Native itself provides. */
  async metro(entry, out) {
    const { default: Metro } = await import('metro');
    const projectRoot = dirname(entry);
    const transformer = {
      asyncRequireModulePath: resolve('metro-runtime/src/modules/asyncRequire'),
      babelTransformerPath: resolve('@react-native/metro-babel-transformer'),
      enableBabelRuntime: false,
    };
    const config = Metro.mergeConfig(await Metro.loadConfig({ cwd: projectRoot }), {
      projectRoot,
      watchFolders: [projectRoot, dirname(resolve('metro-runtime/package.json'))],
      cacheStores: [],
      reporter: { update() {} },
      resolver: { useWatchman: false },
      transformer,
    });
    await mkdir(dirname(out), { recursive: true });
    await Metro.runBuild(config, { entry: basename(entry), out, platform: 'ios', dev: false });
  },
};

const [bundler, entry, file, platform] = process.argv.slice(2);
await bundlers[bundler](entry, file, platform === 'node');
