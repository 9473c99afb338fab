import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

// For `node --import`: resolves 'clipwright' and its other entries to the build in the folder PACKAGE_BUILD.

const folder = pathToFileURL(`${process.env.PACKAGE_BUILD}/`);

registerHooks({
  resolve(specifier, context, nextResolve) {
    const [, entry] = /^clipwright(?:\/([\w/]+))?$/.exec(specifier) ?? [undefined, null];
    if (entry === null) return nextResolve(specifier, context);
    return { url: new URL(`${entry ?? 'index'}.js`, folder).href, shortCircuit: true };
  },
});
