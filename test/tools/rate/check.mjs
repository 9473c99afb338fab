// Sends many simultaneous calls to the standalone mock with a rate limit, over sockets and with default options. All
// must succeed, take at most 1.5 times the shortest time that the limit allows, and get fewer 429s than there are
// calls. The best of three tries counts, because opening 500 connections can take a busy machine longer than the calls.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Clipwright } from '../../../dist/index.js';

const MAX_RATIO = 1.5;
const MAX_TRIES = 3;
const cli = fileURLToPath(new URL('../../../dist/node/cli.js', import.meta.url));

await check(50, 10);
await check(500, 100);

async function check(calls, callsPerSecond) {
  const mock = spawn(process.execPath, [cli, 'mock', '--port', '0', '--rate-limit', `${callsPerSecond}/1s`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [baseUrl] = await once(createInterface(mock.stdout), 'line');
    // The first calls pass immediately, and the last calls pass when the last second begins.
    const least = Math.ceil(calls / callsPerSecond) - 1;
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const { refused, seconds } = await callAtOnce(calls, baseUrl);
      console.log(
        `${calls} calls at once, ${callsPerSecond} a second allowed: none lost, ${refused} responses with status 429, ` +
          `${seconds.toFixed(2)} s, which is ${(seconds / least).toFixed(2)} times the least, at most ${MAX_RATIO} allowed`,
      );
      if (refused >= calls) throw new Error('There were as many responses with status 429 as calls.');
      if (seconds / least <= MAX_RATIO) return;
      // Wait until the window of the last calls has ended.
      await setTimeout(1500);
    }
    throw new Error(`The calls took more than ${MAX_RATIO} times the least time.`);
  } finally {
    mock.kill('SIGTERM');
  }
}

async function callAtOnce(calls, baseUrl) {
  let refused = 0;
  const onResponse = ({ status }) => {
    if (status === 429) refused += 1;
  };
  const client = new Clipwright({ apiKey: 'test', baseUrl, hooks: { onResponse } });
  const begun = performance.now();
  await Promise.all(Array.from({ length: calls }, (_, n) => client.projects.create({ name: `Project ${n}` })));
  return { refused, seconds: (performance.now() - begun) / 1000 };
}
