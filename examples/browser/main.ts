import { type Clip, Clipwright, isErrorNamed } from 'clipwright';
import { toWebVtt } from 'clipwright/captions';

const form = find('form', HTMLFormElement);
const cancel = find('cancel', HTMLButtonElement);
const progress = find('progress', HTMLProgressElement);
const status = find('status', HTMLElement);
const list = find('clips', HTMLElement);

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const values = new FormData(form);
  const leave = new AbortController();
  cancel.onclick = () => leave.abort();
  setRunning(true);
  list.replaceChildren();
  try {
    await showClips(String(values.get('video')), String(values.get('baseUrl')), leave.signal);
  } catch (error) {
    const isCanceled = isErrorNamed(error, 'AbortError');
    status.textContent = isCanceled ? 'Canceled.' : error instanceof Error ? error.message : String(error);
  } finally {
    setRunning(false);
  }
});

async function showClips(video: string, baseUrl: string, signal: AbortSignal): Promise<void> {
  // Everyone who opens the page can read this key, so only use a mock. For the real service, let the page call your
  // own server, which adds the key.
  const client = new Clipwright({ apiKey: 'test', baseUrl, dangerouslyAllowBrowser: true });
  const params = { source: { video_site_url: video }, export: { auto_export: true } };
  const batch = await client.clips.generate(params, { signal });
  const { clips } = await client.clips.wait(batch, {
    signal,
    cancelOnAbort: true,
    onProgress(state) {
      progress.value = state.progress;
      status.textContent = `${state.progress} % of ${state.clips.length} clips`;
    },
  });
  list.append(...(await Promise.all(clips.map((clip) => showClip(client, clip, signal)))));
  status.textContent = `${clips.length} clips`;
}

async function showClip(client: Clipwright, clip: Clip, signal: AbortSignal): Promise<HTMLElement> {
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  caption.textContent = clip.title ?? clip.clip_id;
  if (!clip.download_url) {
    caption.textContent += `: ${clip.error_message ?? clip.status}`;
    figure.append(caption);
    return figure;
  }
  const player = document.createElement('video');
  player.controls = true;
  player.src = clip.download_url;
  const captions = await client.captions.list(clip.project_id, {}, { signal }).toArray();
  const track = document.createElement('track');
  track.default = true;
  track.src = `data:text/vtt,${encodeURIComponent(toWebVtt(captions, { karaoke: true }))}`;
  player.append(track);
  figure.append(player, caption);
  return figure;
}

function setRunning(isRunning: boolean): void {
  for (const button of form.querySelectorAll('button')) button.disabled = isRunning;
  cancel.disabled = !isRunning;
}

function find<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`The page has no ${type.name} with the id ${id}.`);
}
