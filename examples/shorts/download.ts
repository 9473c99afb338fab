import { createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Downloads a file unless it exists. Until the file is complete, it has another name. */
export async function download(url: URL, path: string, signal: AbortSignal): Promise<void> {
  if (await exists(path)) return;
  // Use a plain fetch, because the file may be on another host, which must not see the API key.
  const response = await fetch(url, { signal });
  if (!response.ok || response.body === null) throw new Error(`its URL responded with ${response.status}`);
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  try {
    await pipeline(response.body, createWriteStream(part, { flush: true }), { signal });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
