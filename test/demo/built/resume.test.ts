import { createMock } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { startScript } from '../support/run-script.ts';

test('examples/resume.ts prints the clips that it has made', async () => {
  await using server = await createMock({ clock: 'realtime', speed: 100 }).listen();
  const args = ['examples/resume.ts', 'https://video.example.com/talk', '--attempts', '/nowhere/attempts.json'];
  const env = { CLIPWRIGHT_BASE_URL: server.baseUrl, CLIPWRIGHT_API_KEY: 'test' };

  const { code, stdout, stderr } = await startScript(args, env).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Batch \S+\n(\d+ %\n)*100 %\n(.* http:\S+\.mp4\n)+$/);
});
