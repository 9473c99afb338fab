import { Clipwright } from 'clipwright';
import { createMock, type MockOptions } from 'clipwright/mock';
import { mockMatchers } from 'clipwright/vitest';
import { expect, test } from 'vitest';

expect.extend(mockMatchers);

// The code under test accepts a client, so a test can pass one that talks to a mock.
async function clipTitles(client: Clipwright, videoUrl: string) {
  const batch = await client.clips.generate({ source: { video_site_url: videoUrl } });
  const { clips } = await client.clips.wait(batch, { interval: 1 });
  return clips.map(({ title }) => title);
}

const videoUrl = 'https://video.example.com/talk';

function setUp(options?: MockOptions) {
  const mock = createMock(options);
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
  return { mock, client };
}

test('names each clip by its first words', async () => {
  const captions = 'WEBVTT\n\n00:00.000 --> 00:20.000\nHello to you all.\n\n00:20.000 --> 00:40.000\nThat was it.\n';
  const { client } = setUp({ transcripts: { [videoUrl]: captions } });
  expect(await clipTitles(client, videoUrl)).toEqual(['Hello to you all.', 'That was it.']);
});

test('reports why there are no clips', async () => {
  const { client } = setUp({ transcripts: { [videoUrl]: { failure: 'The video has no sound.' } } });
  await expect(clipTitles(client, videoUrl)).rejects.toThrow('The video has no sound.');
});

test('retries while the service is unavailable', async () => {
  const { mock, client } = setUp();
  mock.faults.add({ match: { endpoint: 'clips.generate' }, status: 503, times: 1 });
  expect(await clipTitles(client, videoUrl)).not.toEqual([]);
  expect(mock).toHaveReceivedTimes('clips.generate', 2, { source: { video_site_url: videoUrl } });
  expect(mock.requests.slice(0, 2).map(({ status }) => status)).toEqual([503, 202]);
});
