// Makes calls concurrently: their number is the first argument. Uses the client that the module in the second argument
// exports, or a new client if there is no second argument.
import { Clipwright } from '../../../dist/index.js';

const [calls, module] = process.argv.slice(2);
const client = module === undefined ? new Clipwright() : (await import(module)).client;
await Promise.all(Array.from({ length: Number(calls) }, (_, n) => client.projects.create({ name: `Project ${n}` })));
// The connection to Redis would keep the process alive.
process.exit();
