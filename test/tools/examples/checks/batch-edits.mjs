import assert from 'node:assert/strict';
import { join } from 'node:path';
import { run, startMock } from '../processes.mjs';

export async function check({ project, app }) {
  const offline = await run(project, ['npm', '--silent', 'start']);
  assert.equal(offline.code, 1);
  const lines = offline.stdout
    .replace(/[0-9a-f-]{36}/g, 'ID')
    .trimEnd()
    .split('\n');
  assert.deepEqual(lines, [
    'sending 1 again: The item is being rendered.',
    'moved 3 of 4',
    '  not ID: The item is locked.',
    'trimmed 2 of 2',
  ]);

  const mock = await startMock(app, '--seed-file', join(app, 'node_modules/clipwright/examples/second-inaugural.vtt'));
  const [, id] = await mock.printed(/\b([0-9a-f-]{36})\b/);
  const { Clipwright } = await import(join(app, 'node_modules/clipwright/dist/index.js'));
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl });
  const before = await client.captions.list(id).toArray();
  const online = await run(project, ['npm', '--silent', 'start', '--', id, '--shift', '2'], { env: mock.env });
  const after = await client.captions.list(id).toArray();
  const layers = await Promise.all(after.map((caption) => layerOf(client, id, caption)));
  await mock.stop();
  assert.deepEqual({ code: online.code, stderr: online.stderr }, { code: 0, stderr: '' });
  assert.match(online.stdout, /^moved (\d+) of \1\ntrimmed (\d+) of \2\n$/);
  assert.deepEqual(startsOf(after), startsOf(before, 2));
  assert.ok(after.every(({ start_seconds, end_seconds }) => end_seconds - start_seconds <= 4.001));
  assert.equal(new Set(layers).size, 1, 'The captions have pushed each other to further layers.');
}

async function layerOf(client, projectId, { start_seconds, timeline_item_id }) {
  const { items } = await client.timeline.at(projectId, { time_seconds: start_seconds });
  return items.find(({ id }) => id === timeline_item_id).layerIndex;
}

function startsOf(captions, shift = 0) {
  return captions.map(({ start_seconds }) => (start_seconds + shift).toFixed(3));
}
