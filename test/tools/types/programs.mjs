// The programs that users may compile: what they use of the package, and with which of the platform's types.
// The projects are CommonJS: by nodenext they read the `.d.cts` of the package, by bundler the `.d.ts`.
const resolutions = {
  nodenext: { module: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};
const dom = ['es2023', 'dom'];
const plain = ['es2023'];

/** jest brings the types of Node itself, and the Redis clients need them; vitest and msw do without. */
const withNode = [
  { uses: ['client', 'suite'], lib: dom },
  { uses: ['client'], lib: plain },
  { uses: ['vitest', 'msw', 'redis', 'jest', 'jest-globals'], lib: dom, types: ['jest'] },
];
/** Without Node's types and DOM's there is no `Request`: a program must have one of them. */
const withoutNode = [
  { uses: ['client'], lib: dom },
  { uses: ['vitest', 'msw'], lib: dom },
];

/** The packages that a use needs beside clipwright. */
export const peersOf = {
  client: [],
  suite: [],
  vitest: ['vitest'],
  msw: ['msw', 'msw/node'],
  redis: ['ioredis', 'redis'],
  jest: ['expect'],
  'jest-globals': ['@jest/globals'],
};

/** The suite that runs in every runtime is plain JavaScript with types in its comments. */
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
