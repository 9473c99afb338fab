import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';

// For the real service, omit `fetch`, and pass the service's base URL and your key.
const mock = createMock();
const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });

const batch = await client.clips.generate({
  source: { video_site_url: 'https://video.example.com/talk' },
  target: { aspect_ratio: '9:16', min_duration_seconds: 20, max_duration_seconds: 60 },
  export: { auto_export: true },
});
const { clips } = await client.clips.wait(batch);

for (const { title, project_id, download_url } of clips) {
  console.log(`${title}\n  ${download_url}`);
  for await (const { start_seconds, text } of client.captions.list(project_id)) {
    console.log(`  ${(start_seconds ?? 0).toFixed(1).padStart(5)} s  ${text}`);
  }
}
