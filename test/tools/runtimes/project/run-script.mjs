import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

const [script] = globalThis.process.argv.splice(2, 1);
runInThisContext(readFileSync(script, 'utf8'), script);
