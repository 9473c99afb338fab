// On the command line of a runtime, and in a bundle for one.
import { runSuite } from './suite.mjs';

runSuite(globalThis.process.argv[2]).then((results) => console.log(JSON.stringify(results)));
