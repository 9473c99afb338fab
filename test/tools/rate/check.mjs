// Sends many calls at once to a mock with a rate limit, over sockets and with default options. None may be lost, they
// may take no more than 1.5 times the least time that the limit allows, and fewer than one in all may get a 429 each.
import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';

const MAX_RATIO = 1.5;

await check(50, 10);
await check(500, 100);

async function check(calls, callsPerSecond) {
  const mock = createMock({ clock: 'realtime', rateLimit: `${callsPerSecond}/1s` });
  const server = await mock.listen();
  let refused = 0;
  const onResponse = ({ status }) => {
    if (status === 429) refused += 1;
  };
  const client = new Clipwright({ apiKey: 'test', baseUrl: server.baseUrl, hooks: { onResponse } });
  const begun = performance.now();
  const outcomes = await Promise.allSettled(
    Array.from({ length: calls }, (_, n) => client.projects.create({ name: `${n}` })),
  );
  const seconds = (performance.now() - begun) / 1000;
  await server.close();
  const lost = outcomes.filter(({ status }) => status === 'rejected');
  // The first calls pass at once, the last ones when their second begins.
  const least = Math.ceil(calls / callsPerSecond) - 1;
  const ratio = seconds / least;
  console.log(
    `${calls} calls at once, ${callsPerSecond} a second allowed: ${lost.length} lost, ${refused} responses with 429, ` +
      `${seconds.toFixed(2)} s, ${ratio.toFixed(2)} times the least, at most ${MAX_RATIO.toFixed(2)} allowed`,
  );
  if (lost.length > 0) throw lost[0].reason;
  if (refused >= calls || ratio > MAX_RATIO) process.exitCode = 1;
}
