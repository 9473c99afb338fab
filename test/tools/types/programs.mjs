// Programs that users may compile. Each imports different entries, or is for a different platform.
// The projects are CommonJS, so `nodenext` reads the package's `.d.cts` files, and `bundler` reads its `.d.ts` files.
const resolutions = {
  nodenext: { module: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};
const dom = ['es2023', 'dom'];
const plain = ['es2023'];

/** The programs with Node's types. jest depends on these types, and the Redis clients need them. */
const withNode = [
  { uses: ['client', 'suite'], lib: dom },
  { uses: ['client'], lib: plain },
  { uses: ['vitest', 'msw', 'redis', 'jest', 'jest-globals'], lib: dom, types: ['jest'] },
];
/** The programs without Node's types. They need the types of the DOM, which also declare `Request`. */
const withoutNode = [
  { uses: ['client'], lib: dom },
  { uses: ['vitest', 'msw'], lib: dom },
];

/** The packages that each program needs besides clipwright. */
export const peersOf = {
  client: [],
  suite: [],
  vitest: ['vitest'],
  msw: ['msw', 'msw/node'],
  redis: ['ioredis', 'redis'],
  jest: ['expect'],
  'jest-globals': ['@jest/globals'],
};

/** Returns the file name of a program. The suite is JavaScript with JSDoc types, because every runtime must run it. */
export function fileOf(use) {
  return use === 'suite' ? 'suite.js' : `${use}.ts`;
}

export function programsFor(hasNodeTypes) {
  return Object.entries(resolutions).flatMap(([resolution, modules]) =>
    (hasNodeTypes ? withNode : withoutNode).map(({ uses, lib, types = [] }) => ({
      title: `${uses.join(', ')}: ${resolution}, ${lib.join('+')}${hasNodeTypes ? ', @types/node' : ''}`,
      uses,
      options: {
        ...modules,
        target: 'es2023',
        lib,
        allowJs: true,
        checkJs: true,
        types: hasNodeTypes ? ['node', ...types] : types,
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        skipDefaultLibCheck: true,
      },
    })),
  );
}
