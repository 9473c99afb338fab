import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

// For `node --import`: 'clipwright' and its other entries are those of the build whose folder PACKAGE_BUILD names.

const folder = pathToFileURL(`${process.env.PACKAGE_BUILD}/`);

registerHooks({
  resolve(specifier, context, nextResolve) {
    const [, entry] = /^clipwright(?:\/([\w/]+))?$/.exec(specifier) ?? [undefined, null];
    if (entry === null) return nextResolve(specifier, context);
    return { url: new URL(`${entry ?? 'index'}.js`, folder).href, shortCircuit: true };
  },
});
