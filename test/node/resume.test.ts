import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { download } from 'clipwright/node';
import { beforeEach, describe, expect, test } from 'vitest';
import { rejectionOf } from '../client/support/stub.ts';
import { createFolder, cut, file, respond, retryAtOnce, send, serve, stall } from './support/file-server.ts';

beforeEach(retryAtOnce);

const rest = 'bytes=4- "one"';

describe('the next call', () => {
  test('resumes the file that a killed process has left incomplete', async () => {
    const { url, ranges } = await serve(stall(4), send());
    const { path, files } = await createFolder();
    const program = `
      import { download } from ${JSON.stringify(fileURLToPath(new URL('../../src/node/index.ts', import.meta.url)))};
      await download(${JSON.stringify(url)}, ${JSON.stringify(path)}, { onProgress: () => process.stdout.write('.') });
    `;
    const killed = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(killed.stdout, 'data');
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(await files()).toEqual(['clip.mp4.part', 'clip.mp4.part.json']);

    expect(await download(url, path)).toEqual({ path, bytes: 10 });
    expect(await readFile(path, 'utf8')).toBe(file);
    expect(await files()).toEqual(['clip.mp4']);
    expect(ranges()).toEqual(['', rest]);
  });

  test('resumes the file of the same clip at another URL', async () => {
    const { url, ranges } = await serve(cut(4), respond(403), send());
    const { path } = await createFolder();
    const clip = { clip_id: 'clip-1', project_id: 'project-1', status: 'ready', download_url: url };

    await rejectionOf(download(clip, path));
    await download({ ...clip, download_url: `${url}-2` }, path);
    expect(await readFile(path, 'utf8')).toBe(file);
    expect(ranges()).toEqual(['', rest, rest]);
  });

  test('starts again for another clip or URL', async () => {
    const { url, ranges } = await serve(cut(4), respond(400), send());
    const { path } = await createFolder();

    await rejectionOf(download(url, path));
    await download(`${url}-2`, path);
    expect(ranges()).toEqual(['', rest, '']);
  });

  test('starts again if the file has changed', async () => {
    const { url, ranges } = await serve(cut(4), respond(400), send('abc', '"two"'));
    const { path } = await createFolder();

    await rejectionOf(download(url, path));
    await download(url, path);
    expect(await readFile(path, 'utf8')).toBe('abc');
    expect(ranges()).toEqual(['', rest, rest]);
  });

  test.each([
    ['the part file is empty', '', undefined],
    ['the part file is as long as the file', file, undefined],
    ['the part file is longer than the file', `${file}0`, undefined],
    ['the .part.json is not JSON', undefined, '{"source":'],
    ['the .part.json does not describe a download', undefined, '{}'],
  ])('starts again if %s', async (_, part, notes) => {
    const { url, ranges } = await serve(cut(4), respond(400), send());
    const { path, files } = await createFolder();

    await rejectionOf(download(url, path));
    if (part !== undefined) await writeFile(`${path}.part`, part);
    if (notes !== undefined) await writeFile(`${path}.part.json`, notes);
    await download(url, path);
    expect(await readFile(path, 'utf8')).toBe(file);
    expect(ranges()).toEqual(['', rest, '']);
    expect(await files()).toEqual(['clip.mp4']);
  });
});

describe('the file of a clip of the mock', () => {
  test.each(['in this process', 'over a socket'])('is downloaded and resumed %s', async (transport) => {
    const mock = createMock();
    await using server = await mock.listen();
    const baseUrl = transport === 'over a socket' ? server.baseUrl : mock.baseUrl;
    const ranges: (string | null)[] = [];
    const fetch = (url: string, init: RequestInit) => {
      if (/\.mp4$/.test(url)) ranges.push(new Headers(init.headers).get('range'));
      return transport === 'over a socket' ? globalThis.fetch(url, init) : mock.fetch(url, init);
    };
    const client = new Clipwright({ apiKey: 'test', baseUrl, fetch });
    const batch = await client.clips.generate({
      source: { video_site_url: 'https://video.example.com/talk' },
      export: { auto_export: true },
    });
    const [clip] = (await client.clips.wait(batch, { interval: 10 })).clips;
    if (!clip?.download_url) throw new Error('The mock has no clip.');
    const whole = new Uint8Array(await (await mock.fetch(clip.download_url)).arrayBuffer());
    const { path, files } = await createFolder();

    mock.faults.add({ match: { file: true }, cut: true, times: 1 });
    expect(await download(clip, path, { client })).toEqual({ path, bytes: whole.length });
    expect(new Uint8Array(await readFile(path))).toEqual(whole);
    expect(ranges).toEqual([null, `bytes=${Math.floor(whole.length / 2)}-`]);
    expect(await files()).toEqual(['clip.mp4']);
  });
});
