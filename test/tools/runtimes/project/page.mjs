// Runs the suite in a page. The check calls `runSuite` with the base URL of the mock.
import { runSuite } from './suite.mjs';

Object.assign(globalThis, { runSuite });
