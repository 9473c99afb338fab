import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandLine, type RunningMock } from './support/command-line.ts';
import { receiver } from './support/receiver.ts';
import { create, emptyFolder, post, unknownProjects } from './support/saved-projects.ts';

const { run, startMock } = commandLine();

const headers = { authorization: 'Bearer sk_k7Qz', 'content-type': 'application/json' };

test('a clean exit writes a file that only its owner can read, and the next start restores it', async () => {
  const path = join(await emptyFolder(), 'state.json');
  const first = await startMock('--state', path);
  const id = await create(first.baseUrl);
  const { code, stdout } = await first.stop('SIGTERM');
  expect([code, stdout.split('\n')[1]]).toEqual([0, `Saving the state to ${path}.`]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);

  const second = await startMock('--state', path);
  expect(await unknownProjects(second.baseUrl, [id])).toEqual([]);
  expect((await second.stop('SIGINT')).stdout.split('\n')[1]).toBe(`Restored the state from ${path}.`);
});

test('--state saves a control request’s change before sending its response', async () => {
  const path = join(await emptyFolder(), 'state.json');
  const { baseUrl } = await startMock('--state', path);
  const seeded = await post(new URL('/_mock/seed', baseUrl), { name: 'By control' });

  expect(await readFile(path, 'utf8')).toContain(Object(seeded).id);
});

test('--state saves a control request’s deletion before sending its response', async () => {
  const path = join(await emptyFolder(), 'state.json');
  const { baseUrl } = await startMock('--state', path);
  const id = await create(baseUrl);
  expect(await readFile(path, 'utf8')).toContain(id);

  const { ok } = await fetch(new URL('/_mock/reset', baseUrl), { method: 'POST', headers });

  expect(ok).toBe(true);
  expect(await readFile(path, 'utf8')).not.toContain(id);
});

test.each<[string, string, RequestInit]>([
  [
    'from a page of another origin',
    'projects',
    { headers: { origin: 'https://evil.example', authorization: 'Bearer test' } },
  ],
  ['without an API key', 'projects', {}],
  ['with an invalid body', 'projects', { body: '{', headers: { authorization: 'Bearer test' } }],
  [
    'from a page of another origin to the control API',
    '../../_mock/reset',
    { headers: { origin: 'https://evil.example' } },
  ],
])('--state does not write the file for a rejected request %s', async (_, path, init) => {
  const file = join(await emptyFolder(), 'state.json');
  const { baseUrl } = await startMock('--state', file);
  await create(baseUrl);
  const { ino, mtimeMs } = await stat(file);

  const { status } = await fetch(`${baseUrl}/${path}`, { method: 'POST', ...init });

  expect(status).toBeGreaterThanOrEqual(400);
  expect(await stat(file)).toMatchObject({ ino, mtimeMs });
});

test('--state accepts a file with the response of GET /_mock/state', async () => {
  const path = join(await emptyFolder(), 'state.json');
  const first = await startMock();
  const id = await create(first.baseUrl);
  await writeFile(path, await (await fetch(new URL('/_mock/state', first.baseUrl))).text());

  const second = await startMock('--state', path);
  expect(await unknownProjects(second.baseUrl, [id])).toEqual([]);
});

describe('after a restart', () => {
  test('time has passed while the mock was down, and due jobs have ended', async () => {
    const path = join(await emptyFolder(), 'state.json');
    const { url, delivery } = await receiver();
    const first = await startMock('--state', path);
    await post(`${first.baseUrl}/webhooks`, { url, events: ['job.complete'] });
    const job = Object(await post(`${first.baseUrl}/generate-sound`, { prompt: 'rain' }));
    await first.stop('SIGTERM');
    await changeFile(path, (state) => ({ ...state, savedAt: Number(state.savedAt) - 3_600_000 }));

    const second = await startMock('--state', path);
    const statusUrl = job.status_url.replace(first.baseUrl, second.baseUrl);
    const created = Date.parse(Object(await get(statusUrl)).created_at);
    expect(await get(statusUrl)).toMatchObject({
      status: 'completed',
      completed_at: new Date(created + 2000).toISOString(),
    });
    expect(JSON.parse((await delivery).body)).toMatchObject({ type: 'job.complete', data: { job_id: job.job_id } });
    expect(await now(second.baseUrl)).toBeGreaterThanOrEqual(created + 3_600_000);
  });

  test('time does not go back with the system clock, and passes at --speed', async () => {
    const path = join(await emptyFolder(), 'state.json');
    const first = await startMock('--state', path);
    await advance(first.baseUrl, 86_400);
    await first.stop('SIGTERM');
    const before = Number(JSON.parse(await readFile(path, 'utf8')).now);
    await changeFile(path, (state) => ({ ...state, savedAt: Number(state.savedAt) + 3_600_000 }));

    const second = await startMock('--state', path);
    expect(await now(second.baseUrl)).toBeGreaterThanOrEqual(before);
    await second.stop('SIGTERM');
    await changeFile(path, (state) => ({ ...state, savedAt: Number(state.savedAt) - 60_000 }));

    const third = await startMock('--state', path, '--speed', '1000');
    expect(await now(third.baseUrl)).toBeGreaterThanOrEqual(before + 60_000_000);
  });

  test('a workspace that was advanced separately stays as far ahead as before', async () => {
    const path = join(await emptyFolder(), 'state.json');
    const first = await startMock('--state', path);
    await advance(first.baseUrl, 86_400, 'sk_ahead');
    await first.stop('SIGTERM');
    expect(JSON.parse(await readFile(path, 'utf8')).workspaces).toMatchObject([{ apiKey: 'sk_ahead' }]);

    const second = await startMock('--state', path);
    const state = Object(await (await fetch(new URL('/_mock/state', second.baseUrl))).json());
    expect(state.workspaces[0].now - state.now).toBe(86_400_000);
    await second.stop('SIGTERM');
    // Set `savedAt` so far back that the workspace reaches the latest possible time.
    await changeFile(path, (state) => ({ ...state, savedAt: Number(state.savedAt) - Date.UTC(5000, 0, 1) }));

    const third = await startMock('--state', path);
    const ahead = await now(third.baseUrl, 'sk_ahead');
    expect(ahead).toBeGreaterThanOrEqual(Date.UTC(5000, 0, 1) - 1000);
    expect(ahead).toBeLessThanOrEqual(Date.UTC(5000, 0, 1));
  });

  test('an event that was sent after the last save is sent again with the same bytes', async () => {
    const path = join(await emptyFolder(), 'state.json');
    const first = await startMock('--state', path);
    const { url, delivery } = await receiver();
    await post(`${first.baseUrl}/webhooks`, { url, events: ['job.complete'] });
    await post(`${first.baseUrl}/generate-sound`, { prompt: 'rain' });
    const saved = await readFile(path, 'utf8');
    await first.stop('SIGTERM');

    const second = await startMock('--state', path, '--speed', '1000000');
    const sent = (await delivery).body;
    await second.stop('SIGTERM');
    const next = await receiver();
    // Write the file that a crash before the next save would leave, but with the URL of the next receiver.
    await writeFile(path, saved.replaceAll(url, next.url));
    await startMock('--state', path, '--speed', '1000000');
    expect((await next.delivery).body).toBe(sent);
  });
});

describe('a file that cannot be restored is named in the error, and not changed', () => {
  test.each<[what: string, content: (intact: string) => string, message: string]>([
    ['truncated', (intact) => intact.slice(0, -10), 'is damaged: it is not JSON.'],
    ['empty', () => '', 'is damaged: it is not JSON.'],
    ['without a state', () => '{"name":"x"}', 'is not a snapshot of a mock.'],
    ['with null', () => 'null', 'is not a snapshot of a mock.'],
    [
      'of another version',
      (intact) => intact.replace(/"version":\d+/, '"version":99'),
      'has version 99; this mock reads version',
    ],
    [
      'damaged',
      (intact) => intact.replace('"aspectRatio":"9:16"', '"aspectRatio":9'),
      'is damaged: workspaces[0].projects[0].aspectRatio must be a string, not a number.',
    ],
    [
      'with an invalid time',
      (intact) => intact.replace(/"savedAt":\d+/, '"savedAt":"now"'),
      'is damaged: savedAt must be a number.',
    ],
  ])('%s', async (_, damage, message) => {
    const folder = await emptyFolder();
    const path = join(folder, 'state.json');
    const first = await startMock('--state', path);
    await create(first.baseUrl);
    await first.stop('SIGTERM');
    const damaged = damage(await readFile(path, 'utf8'));
    await writeFile(path, damaged);

    const { code, stdout, stderr } = await run(['mock', '--port', '0', '--state', path]);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`clipwright: --state ${path} ${message}`);
    expect(stderr).toContain('The file was not changed: fix it, or move it away to start with a new state.\n');
    expect(stderr).not.toMatch(/sk_k7Qz|whsec/);
    expect(await readFile(path, 'utf8')).toBe(damaged);
    expect(await readdir(folder)).toEqual(['state.json']);
  });
});

describe('a path that cannot be used is rejected at startup', () => {
  const notRegular = /cannot be read: it is not a regular file\. Give a file that can be read and written\.\n$/;
  const namedPipe = (folder: string) => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    return path;
  };
  const endlessDevice = async (folder: string) => {
    const path = join(folder, 'zero');
    await symlink('/dev/zero', path);
    return path;
  };

  test.each<[what: string, path: (folder: string) => string | Promise<string>, message: RegExp]>([
    ['a folder', (folder) => folder, notRegular],
    ['a named pipe', namedPipe, notRegular],
    ['a symlink to an endless device', endlessDevice, notRegular],
    [
      'in a folder that does not exist',
      (folder) => join(folder, 'none', 'state.json'),
      /^clipwright: --state (\S+\/none\/state\.json) cannot be written: ENOENT: no such file or directory, open '\1'\. Fix this, or give another file\.\n$/,
    ],
    ['empty', () => '', /^clipwright: --state must not be empty\.\n$/],
  ])('%s', async (_, path, message) => {
    const { code, stdout, stderr } = await run(['mock', '--port', '0', '--state', await path(await emptyFolder())]);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
  });
});

test('--state keeps a symbolic link and writes to its target, even if the target does not exist', async () => {
  const folder = await emptyFolder();
  const link = join(folder, 'link.json');
  await mkdir(join(folder, 'kept'));
  await symlink(join('kept', 'state.json'), link);
  for (let start = 0; start < 2; start += 1) {
    const { baseUrl, stop } = await startMock('--state', link);
    await create(baseUrl);
    await stop('SIGTERM');
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readdir(join(folder, 'kept'))).toEqual(['state.json']);
  }
});

test('--state reports failed saves on stderr without failing requests, and a later save has everything', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'state.json');
  const { baseUrl, stop } = await startMock('--state', path);
  // Move the folder away, because root can write even to a read-only folder.
  const away = join(await emptyFolder(), 'away');
  await rename(folder, away);
  const ids = [await create(baseUrl), await create(baseUrl)];
  await rename(away, folder);
  ids.push(await create(baseUrl));
  const { code, stderr } = await stop('SIGTERM');

  expect([code, stderr.trimEnd().split('\n').length]).toEqual([0, 2]);
  expect(stderr).toMatch(
    /^clipwright: --state \S+ cannot be written: .+ The mock keeps running, and tries again at the next change\.$/m,
  );
  const again = await startMock('--state', path);
  expect(await unknownProjects(again.baseUrl, ids)).toEqual([]);
});

test('clipwright mock exits with 1 if the save at exit fails', async () => {
  const folder = await emptyFolder();
  const { stop } = await startMock('--state', join(folder, 'state.json'));
  await rename(folder, join(await emptyFolder(), 'away'));

  expect(await stop('SIGTERM')).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be written') });
});

test('--seed-file seeds a project only if the state file does not exist, and a reset restores this project', async () => {
  const folder = await emptyFolder();
  const [path, talk] = [join(folder, 'state.json'), join(folder, 'talk.vtt')];
  await writeFile(talk, 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello there\n');
  const args = ['--state', path, '--seed-file', talk];

  const first = await startMock(...args);
  const [, id = ''] = await first.printed(/^Seeded project (\S+) from talk\.vtt/m);
  const own = await create(first.baseUrl, 'own', 'test');
  await first.stop('SIGTERM');

  const second = await startMock(...args);
  await second.printed(
    /^Did not seed talk\.vtt: the state was restored\. A reset \(POST \/_mock\/reset\) seeds it\.$/m,
  );
  expect(await projectIdsOf(second, 'test')).toEqual([id, own]);
  for (const scope of [{}, { authorization: 'Bearer test' }]) {
    await create(second.baseUrl, 'later', 'test');
    const others = await create(second.baseUrl);
    await fetch(new URL('/_mock/reset', second.baseUrl), { method: 'POST', headers: scope });
    expect(await projectIdsOf(second, 'test')).toEqual([id]);
    expect(await unknownProjects(second.baseUrl, [others])).toEqual('authorization' in scope ? [] : [others]);
  }
});

async function get(url: string): Promise<unknown> {
  return (await fetch(url, { headers })).json();
}

/** Reads the mock's time, or the time of a key's workspace. */
async function now(baseUrl: string, key?: string): Promise<number> {
  const init = key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } };
  const response = await fetch(new URL('/_mock/state', baseUrl), init);
  return Object(await response.json()).now;
}

/** Advances the mock's time, or the time of a key's workspace. */
async function advance(baseUrl: string, seconds: number, key?: string): Promise<void> {
  const response = await fetch(new URL('/_mock/clock', baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ advance_seconds: seconds }),
  });
  expect(response.status).toBe(200);
}

async function projectIdsOf({ baseUrl }: RunningMock, key: string): Promise<string[]> {
  const response = await fetch(new URL('/_mock/state', baseUrl), { headers: { authorization: `Bearer ${key}` } });
  return Object(await response.json()).workspaces[0].projects.map(({ id }: { id: string }) => id);
}

async function changeFile(path: string, change: (state: Record<string, unknown>) => unknown): Promise<void> {
  await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')))));
}

test('--state reports a file that another mock has written, and does not change it', async () => {
  const path = join(await emptyFolder(), 'state.json');
  const first = await startMock('--state', path);
  const second = await startMock('--state', path);
  const kept = await create(second.baseUrl);
  const before = await readFile(path, 'utf8');

  await create(first.baseUrl);
  expect(await readFile(path, 'utf8')).toBe(before);
  expect(before).toContain(kept);
  const { code, stderr } = await first.stop('SIGTERM');
  expect(code).toBe(1);
  expect(stderr).toContain(
    `--state ${path} was written by another program, perhaps another mock, so it was not saved.`,
  );
});
