import { createWebhookHandler } from 'clipwright/webhooks';

/**
 * Makes clips of a video, and resolves to the error messages of failed clips.
 *
 * @param {import('clipwright').Clipwright} client
 * @param {string} videoUrl
 */
export async function makeClips(client, videoUrl) {
  const batch = await client.clips.generate({ source: { video_site_url: videoUrl }, export: { auto_export: true } });
  const { clips } = await client.clips.wait(batch);
  return clips.flatMap(({ title, error_message }) => (error_message ? [`${title}: ${error_message}`] : []));
}

/**
 * Publishes each clip once the service says that its file is ready.
 *
 * @param {string} secret
 * @param {(url: string) => void} publish
 */
export function publishExports(secret, publish) {
  return createWebhookHandler({ secret, on: { 'export.ready': ({ data }) => publish(data.download_url) } });
}
