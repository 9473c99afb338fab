// Makes as many calls at once as the first argument says, with the client that the module in the second argument exports, or
// else with a new one.
import { Clipwright } from '../../../dist/index.js';

const [calls, module] = process.argv.slice(2);
const client = module === undefined ? new Clipwright() : (await import(module)).client;
await Promise.all(Array.from({ length: Number(calls) }, (_, n) => client.projects.create({ name: `Project ${n}` })));
// The connection to Redis would keep the process alive.
process.exit();
