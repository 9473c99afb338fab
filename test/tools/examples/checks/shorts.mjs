import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { run, start, startMock } from '../processes.mjs';

const [talk, speech] = ['https://video.example.com/talk', 'https://video.example.com/speech'];
const program = (folder, ...videos) => [process.execPath, 'shorts.ts', '--folder', folder, ...videos];

export async function check({ project, app }) {
  await checkOffline(project);
  await checkTerminal(project);
  const mock = await startMock(app, '--speed', '3');
  try {
    await checkPartialFailure(project, mock);
    await checkBrokenDownload(project, mock);
    await checkKilledDownload(project, mock);
    await checkKilled(project, mock);
    await checkLostResponse(project, mock);
    await checkInterrupted(project, mock);
  } finally {
    await mock.stop();
  }
}

async function checkOffline(project) {
  const { code, stdout, stderr } = await run(project, ['npm', '--silent', 'start', '--', '--mock', talk]);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  const files = stdout.match(/^shorts\/video-example-com-talk-[0-9a-f]{8}\/0\d-[\w-]+\.mp4$/gm);
  assert.equal(files.length, 4);
  for (const file of files) assert.match(String(await readFile(join(project, file))), /^.{4}ftyp/s);
  assert.ok(!stdout.includes('\x1b'));
  assert.match(stdout, /^https:\/\/video\.example\.com\/talk .* 100 % {2}4 of 4 clips$/m);
}

/** Checks that a terminal of 60 columns shows two lines that are redrawn in place. */
async function checkTerminal(project) {
  const command = `stty cols 60 rows 20; ${program('terminal', '--mock', talk, speech).join(' ')}`;
  const { code, stdout } = await run(project, ['script', '-qefc', command, '/dev/null']);
  assert.equal(code, 0, stdout);
  const frames = stdout.split('\x1b[2A\x1b[0J');
  assert.ok(frames.length > 10);
  for (const frame of frames.slice(2, -1)) {
    const lines = frame.split('\r\n').slice(0, -1);
    assert.equal(lines.length, 2);
    assert.ok(lines.every((line) => [...line].length < 60));
  }
}

async function checkPartialFailure(project, mock) {
  await mock.post('jobs', { status: 'failed', error: 'No face in view.' });
  const { code, stdout, stderr } = await run(project, program('partial', talk, speech), mock);
  assert.equal(code, 1);
  assert.match(stderr, /^https:\S+: no file of .+: No face in view\.\n$/);
  assert.equal(stdout.match(/^partial\/.*\.mp4$/gm).length, 7);
}

async function checkBrokenDownload(project, mock) {
  const stop = await serveHalves(mock, (response) => setTimeout(() => response.destroy(), 100));
  const broken = await run(project, program('broken', talk), mock);
  await stop();
  assert.equal(broken.code, 1);
  assert.equal(broken.stderr.match(/was not downloaded: /g).length, 4);
  assert.deepEqual(await filesIn(project, 'broken'), []);

  assert.equal((await run(project, program('broken', talk), mock)).code, 0);
  const [first] = await filesIn(project, 'broken');
  const { mtimeMs } = await stat(first);
  assert.equal((await run(project, program('broken', talk), mock)).code, 0);
  assert.equal((await stat(first)).mtimeMs, mtimeMs);
}

async function checkKilledDownload(project, mock) {
  const stop = await serveHalves(mock, () => {});
  const killed = start(project, program('half', talk), mock.env);
  await killed.printed(/downloading 1 of 4/);
  while ((await filesIn(project, 'half')).length < 2);
  await killed.stop('SIGKILL');
  await stop();
  const [part, notes, ...others] = await filesIn(project, 'half');
  assert.match(part, /\.mp4\.part$/);
  assert.match(notes, /\.mp4\.part\.json$/);
  assert.deepEqual(others, []);

  assert.equal((await run(project, program('half', talk), mock)).code, 0);
  const files = await filesIn(project, 'half');
  assert.equal(files.filter((file) => file.endsWith('.mp4')).length, 4);
  assert.equal(files.length, 4);
}

/** Makes each clip's download URL send only half of a file. Returns a function that restores the URLs. */
async function serveHalves(mock, end) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('half');
    end(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}/clip.mp4`;
  await mock.post('faults', { match: { endpoint: 'jobs.list' }, set: { 'jobs[0].download_url': url } });
  return async () => {
    await mock.delete('faults');
    server.close();
    server.closeAllConnections();
  };
}

async function checkKilled(project, mock) {
  const killed = start(project, program('killed', talk), mock.env);
  await killed.printed(/[1-9]\d? % {2}of/);
  await killed.stop('SIGKILL');
  await expectSameBatch(project, mock, 'killed', [false]);
}

async function checkLostResponse(project, mock) {
  await mock.post('faults', { match: { endpoint: 'clips.generate' }, when: 'after', stall: true, times: 1 });
  const before = await generated(mock);
  const killed = start(project, program('lost', talk), mock.env);
  while ((await generated(mock)).length === before.length);
  await killed.stop('SIGKILL');
  await expectSameBatch(project, mock, 'lost', [false, true]);
}

async function checkInterrupted(project, mock) {
  const interrupted = start(project, program('interrupted', talk), mock.env);
  await interrupted.printed(/[1-9]\d? % {2}of/);
  const { code, output } = await interrupted.stop('SIGINT');
  assert.equal(code, 130);
  assert.match(output, /^Interrupted: start again to go on\.$/m);
  await expectSameBatch(project, mock, 'interrupted', [false]);
}

/** Checks that the restarted program continues the batch of the folder's only task. */
async function expectSameBatch(project, mock, folder, replays) {
  assert.deepEqual(await filesIn(project, folder), []);
  const { code, stderr } = await run(project, program(folder, talk), mock);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.equal((await filesIn(project, folder)).length, 4);
  const [task] = (await readdir(join(project, folder), { recursive: true })).filter((file) =>
    file.endsWith('task.json'),
  );
  const { key } = JSON.parse(await readFile(join(project, folder, task), 'utf8'));
  const requests = (await generated(mock)).filter(({ idempotencyKey }) => idempotencyKey === key);
  assert.deepEqual(
    requests.map(({ replayed }) => replayed),
    replays,
  );
}

async function generated(mock) {
  return (await mock.get('requests?endpoint=clips.generate')).requests;
}

/** Lists all files except `task.json`, including partly downloaded ones. */
async function filesIn(project, folder) {
  const entries = await readdir(join(project, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'task.json');
  return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
}
