import { smoke } from './smoke.mjs';

const serverUrl = globalThis.process.argv[2];
await smoke(serverUrl);
