// Installs the packed package beside the frameworks, and runs the examples of webhook receivers as users would: the mock
// delivers over a socket. Then checks what developers see if a body parser ran first, or if the handler's argument is not a
// request.
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packedProject } from '../packed-project.mjs';
import { expectAdvice, expectReceiver } from './expectations.mjs';
import { buildNext, startNext, startProgram, startWorker } from './receivers.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const project = packedProject('frameworks');
// Keep the project's package.json, which lists Next.js and Miniflare, instead of the example's.
const filter = (file) => !file.endsWith('package.json');
cpSync(at('../../../examples/receivers'), project, { recursive: true, filter });
cpSync(at('tsconfig.json'), join(project, 'tsconfig.json'));
cpSync(at('traps'), join(project, 'traps'), { recursive: true });
cpSync(at('traps/next'), join(project, 'next'), { recursive: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc'], { cwd: project, stdio: 'inherit' });
console.log('The examples have no type error.');

for (const file of ['node.ts', 'express.ts', 'express-raw.ts', 'fastify.ts', 'hono.ts']) {
  await withReceiver(file, startProgram(project, file), expectReceiver);
}
await withReceiver('worker.ts', startWorker(project, 'worker.ts'), expectReceiver);
buildNext(project);
await withReceiver('next/app/webhooks/route.ts', startNext(project, '/webhooks'), expectReceiver);

const expressAdvice = "put express.raw({ type: '*/*' }) before it on this route";
const fastifyAdvice = 'With Fastify, add a content type parser that leaves the body unread.';
const fetchAdvice = 'Pass the request to the handler first, or read `request.clone()`.';
await withReceiver('traps/express.ts', startProgram(project, 'traps/express.ts'), expectAdvice(expressAdvice));
await withReceiver('traps/fastify.ts', startProgram(project, 'traps/fastify.ts'), expectAdvice(fastifyAdvice));
await withReceiver('traps/hono.ts', startProgram(project, 'traps/hono.ts'), expectAdvice(fetchAdvice));
const expectUnwrapped = expectAdvice('wrap the handler of createWebhookHandler() in toNodeListener()');
for (const file of ['traps/express-unwrapped.ts', 'traps/hono-context.ts']) {
  await withReceiver(file, startProgram(project, file), expectUnwrapped);
}
await withReceiver('traps/worker.ts', startWorker(project, 'traps/worker.ts'), expectAdvice(fetchAdvice));
await withReceiver('traps/next/app/parsed/route.ts', startNext(project, '/parsed'), expectAdvice(fetchAdvice));

async function withReceiver(name, starting, expectation) {
  const receiver = await starting;
  try {
    await expectation(receiver);
    console.log(`${name}: passed.`);
  } catch (error) {
    console.error(`${name} has printed:\n${receiver.output.text}`);
    throw error;
  } finally {
    await receiver.stop();
  }
}
