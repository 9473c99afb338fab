/** The code that needs the whole contract. It is a separate bundle, which the page loads on first use. */
export { Clipwright } from '../../../src/index.ts';
export { testOf } from './test.ts';
