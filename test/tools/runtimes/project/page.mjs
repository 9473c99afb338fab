// In a page, which calls it with the base URL of the mock.
import { runSuite } from './suite.mjs';

Object.assign(globalThis, { runSuite });
