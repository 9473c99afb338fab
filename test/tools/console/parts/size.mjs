// Checks the sizes of the console's page, which contains all of its code, and of the client, which is loaded on first use.
import { gzipSync } from 'node:zlib';
import { consoleFiles } from '../../../../dist/console/files.js';
import { becomes } from '../console-page.mjs';
import { report } from '../report.mjs';

const MOST = 55_000;
const CLIENT = 'client.js';

export async function check(opened) {
  const client = loadedBy(CLIENT);
  const page = new Set([...loadedBy('console.js'), 'console.css']);
  atMost('what the page loads', page);
  atMost('all of its own code', new Set(Object.keys(consoleFiles)).difference(client).union(page));
  atMost('the client', client);
  await checkClient(opened, client);
}

/** Returns a file and all files that it imports. */
function loadedBy(name, loaded = new Set()) {
  if (loaded.has(name)) return loaded;
  loaded.add(name);
  const imported = consoleFiles[name].matchAll(/\b(?:from|import)\s*["']\.\/([^"']+)["']/g);
  for (const [, each] of imported) if (each in consoleFiles) loadedBy(each, loaded);
  return loaded;
}

function atMost(what, names) {
  const sizes = [...names].map((name) => [name, gzipSync(consoleFiles[name]).length]);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  report({ title: `${what}: ${total} bytes compressed, at most ${MOST}`, pass: total <= MOST, actual: sizes });
}

async function checkClient({ openMock, openConsole }, client) {
  const opened = await openMock();
  const captions = 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nFour score\n';
  const { id } = await opened.mock.seed.project({ name: 'Talk', captions });
  const page = await openConsole(opened);
  const requested = new Set();
  page.on('request', (request) => requested.add(request.url().split('/').at(-1)));
  await page.goto(`${opened.address}?again#/projects/${id}`);
  await page.getByLabel('Phrase').fill('Four');
  await page.getByLabel('Replace with').fill('Five');
  const isEarly = () => [...client].filter((name) => requested.has(name));
  const pass = requested.has('console.js') && isEarly().length === 0;
  report({ title: 'the client is not loaded before the first edit', pass, actual: [...requested] });
  await page.getByRole('button', { name: 'Replace all' }).click();
  const isLoaded = await becomes(() => requested.has(CLIENT));
  report({ title: 'the client is loaded for the first edit', pass: isLoaded, actual: [...requested] });
  await page.getByText('Five').first().waitFor();
}
