import { tracingChannel } from 'node:diagnostics_channel';
import { smoke } from './smoke.mjs';

const traced = new Set();
tracingChannel('clipwright:call').asyncEnd.subscribe(({ endpoint }) => traced.add(endpoint));
const serverUrl = globalThis.process.argv[2];
await smoke(serverUrl);
if (!traced.has('clips.generate')) throw new Error('No call was traced.');
