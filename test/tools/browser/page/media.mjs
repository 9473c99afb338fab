import { unzipSync } from 'fflate';

/** Lets the browser's own elements load what the mock hands out; returns what they made of it. */
export async function checkMedia({ video, sound, images, zip }) {
  const played = await playVideo(video);
  const heard = await soundOf(sound);
  const seen = await Promise.all(images.map(sizeOf));
  const archive = unzipSync(new Uint8Array(await (await fetch(zip)).arrayBuffer()));
  const isMp4 = (bytes) => new TextDecoder().decode(bytes.slice(4, 8)) === 'ftyp';
  return [
    { title: 'a <video> plays to its end', holds: played.ended && played.duration === 1, seen: played },
    { title: 'and shows other frames where it is sought', holds: played.seeks, seen: played },
    { title: 'an <audio> knows how long it is', holds: heard === 1.2, seen: heard },
    { title: 'each <img> has its size', holds: seen.every((size) => size === '90x160'), seen },
    {
      title: 'the archive opens, and holds videos',
      holds: Object.values(archive).length > 0 && Object.values(archive).every(isMp4),
      seen: Object.keys(archive),
    },
  ];
}

async function playVideo(url) {
  const video = document.createElement('video');
  // Read by a canvas below, which takes nothing of another origin that has not allowed it.
  Object.assign(video, { muted: true, crossOrigin: 'anonymous', src: url });
  document.body.append(video);
  await happened(video, 'loadeddata');
  const end = happened(video, 'ended');
  await video.play();
  await end;
  const { duration, ended } = video;
  const [late, early] = [await frameAt(video, 0.95), await frameAt(video, 0.05)];
  return { duration, ended, seeks: late !== early && late === (await frameAt(video, 0.95)) };
}

async function frameAt(video, seconds) {
  const sought = happened(video, 'seeked');
  video.currentTime = seconds;
  await sought;
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight).getContext('2d');
  canvas.drawImage(video, 0, 0);
  return canvas.getImageData(0, 0, video.videoWidth, video.videoHeight).data.join();
}

async function soundOf(url) {
  const audio = new Audio(url);
  await happened(audio, 'loadedmetadata');
  return audio.duration;
}

async function sizeOf(url) {
  const image = new Image();
  image.src = url;
  await image.decode();
  return `${image.naturalWidth}x${image.naturalHeight}`;
}

/** Rejects where the element fails, or nothing happens. */
function happened(element, type) {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`no ${type} of ${element.src}: ${element.error?.message ?? 'in time'}`));
    element.addEventListener(type, resolve, { once: true });
    element.addEventListener('error', fail, { once: true });
    AbortSignal.timeout(10_000).addEventListener('abort', fail, { once: true });
  });
}
