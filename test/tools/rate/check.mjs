// Sends many calls at once to the standalone mock with a rate limit, over sockets and with default options. None may be
// lost, they may take at most 1.5 times the least time that the limit allows, and there must be fewer 429s than calls.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Clipwright } from 'clipwright';

const MAX_RATIO = 1.5;
const cli = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

await check(50, 10);
await check(500, 100);

async function check(calls, callsPerSecond) {
  const mock = spawn(process.execPath, [cli, 'mock', '--port', '0', '--rate-limit', `${callsPerSecond}/1s`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [baseUrl] = await once(createInterface(mock.stdout), 'line');
    report(calls, callsPerSecond, await callAtOnce(calls, baseUrl));
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

function report(calls, callsPerSecond, { refused, seconds }) {
  // The first calls pass at once, the last ones when the last second begins.
  const least = Math.ceil(calls / callsPerSecond) - 1;
  const ratio = seconds / least;
  console.log(
    `${calls} calls at once, ${callsPerSecond} a second allowed: none lost, ${refused} responses with status 429, ` +
      `${seconds.toFixed(2)} s, which is ${ratio.toFixed(2)} times the least, at most ${MAX_RATIO.toFixed(2)} allowed`,
  );
  if (ratio > MAX_RATIO || refused >= calls) process.exitCode = 1;
}
