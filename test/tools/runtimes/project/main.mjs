// Runs the suite as a command-line program, directly or from a bundle.
import { runSuite } from './suite.mjs';

runSuite(globalThis.process.argv[2]).then((results) => console.log(JSON.stringify(results)));
