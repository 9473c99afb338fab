// Checks that a page on another port, which is another origin, can neither read nor change anything.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { report } from '../report.mjs';

export async function check({ browser, openMock }) {
  const { mock, address, post } = await openMock();
  await post('/projects', { name: 'Stays' });
  mock.faults.add({ match: { endpoint: 'jobs.list' }, status: 503 });
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Other</title>');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const everything = () => JSON.stringify([mock.snapshot(), mock.faults.list(), mock.deliveries.length]);
    const before = everything();
    const read = await page.evaluate(attack, address);
    report({ title: 'a page of another port reads nothing', pass: read.length === 0, actual: read });
    report({ title: 'a page of another port changes nothing', pass: everything() === before, actual: everything() });
    await page.close();
  } finally {
    server.close();
  }
}

/** Runs in the page, and returns what the page could read. */
async function attack(address) {
  const read = [];
  const send = (path, init) =>
    fetch(address + path, init).then(
      (response) => response.type !== 'opaque' && read.push([path, init]),
      () => undefined,
    );
  const json = { 'content-type': 'application/json' };
  const reads = [
    '',
    'console/console.js',
    'state',
    'requests',
    'deliveries',
    'faults',
    'workspaces',
    'stream',
    'openapi.json',
  ];
  for (const path of reads) {
    await send(path, {});
    const signal = AbortSignal.timeout(500);
    await send(path, { mode: 'no-cors', signal });
  }
  for (const [method, path] of [
    ['POST', 'reset'],
    ['POST', 'faults'],
    ['DELETE', 'faults'],
    ['DELETE', 'faults/fault-1'],
    ['POST', 'clock'],
    ['PUT', 'state'],
    ['POST', 'seed'],
    ['POST', 'events'],
  ]) {
    const body = '{"status":503,"advance_seconds":60,"name":"Mine","type":"job.complete"}';
    await send(path, { method, headers: { ...json, 'x-clipwright-console': '1' }, body });
    if (method === 'POST') await send(path, { method, mode: 'no-cors', body });
  }
  // The console cannot be framed, its window cannot be accessed, and its script cannot be loaded.
  await new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.onload = () => {
      try {
        if (frame.contentDocument?.getElementById('console')) read.push(['frame']);
      } catch {
        // Access fails as expected, because the frame has another origin.
      }
      resolve();
    };
    frame.src = address;
    document.body.append(frame);
  });
  await new Promise((resolve) => {
    const script = Object.assign(document.createElement('script'), { src: `${address}console/console.js` });
    script.onload = () => resolve(read.push(['script']));
    script.onerror = resolve;
    document.body.append(script);
  });
  return read;
}
