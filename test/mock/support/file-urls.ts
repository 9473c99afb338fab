import type { Clip, Job } from 'clipwright';
import type { FileKind } from 'clipwright/mock';
import type { OpenTransport } from '../../support/transports.ts';

export const source = { source_type: 'video_site', video_site_url: 'https://videos.example/talk' };

/** Returns a URL for each kind of file except samples, which are the files of emitted events. */
export async function fileUrlsOf({
  client,
  baseUrl,
}: OpenTransport): Promise<Record<Exclude<FileKind, 'samples'>, string>> {
  const batch = await client().clips.generate({ source, export: { auto_export: true } });
  const { clips } = await client().clips.wait(batch);
  const jobOf = (_: Clip, jobs: readonly Job[]) => jobs[0];
  const rendered = await client().clips.wait(await client().clips.generate({ source }), { jobOf });
  const sound = await client().jobs.wait(await client().audio.generateSound({ prompt: 'rain' }));
  const { asset } = await client().audio.importFromLibrary({ provider: 'p', external_id: '1' });
  return {
    exports: clips[0]?.download_url ?? '',
    clips: rendered.clips[0]?.download_url ?? '',
    sounds: sound.download_url ?? '',
    tracks: asset.source_url ?? '',
    thumbnails: `${new URL(baseUrl).origin}/media/thumbnails/${clips[0]?.project_id}.png`,
    previews: clips[0]?.qa_preview_urls?.[0] ?? '',
    batches: batch.zip_download_url ?? '',
  };
}
