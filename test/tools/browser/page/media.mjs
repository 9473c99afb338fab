import { unzipSync } from 'fflate';

/** Loads files of the mock into media elements, and returns checks of what the elements show. */
export async function checkMedia({ video, sound, images, zip }) {
  const played = await playVideo(video);
  const duration = await durationOf(sound);
  const sizes = await Promise.all(images.map(sizeOf));
  const archive = unzipSync(new Uint8Array(await (await fetch(zip)).arrayBuffer()));
  const isMp4 = (bytes) => new TextDecoder().decode(bytes.slice(4, 8)) === 'ftyp';
  return [
    { title: 'a <video> plays to its end', pass: played.ended && played.duration === 1, actual: played },
    { title: 'a <video> shows another frame after seeking', pass: played.seeks, actual: played },
    { title: 'an <audio> has its duration', pass: duration === 1.2, actual: duration },
    { title: 'each <img> has its size', pass: sizes.every((size) => size === '90x160'), actual: sizes },
    {
      title: 'the archive can be opened, and contains videos',
      pass: Object.values(archive).length > 0 && Object.values(archive).every(isMp4),
      actual: Object.keys(archive),
    },
  ];
}

async function playVideo(url) {
  const video = document.createElement('video');
  // With `crossOrigin`, the canvas below can read the frames of a video from another origin.
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
  const isShown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  video.currentTime = seconds;
  await sought;
  // Wait for the new frame, because a canvas may still get the old frame. The callback may never run if both are equal.
  await Promise.race([isShown, new Promise((resolve) => setTimeout(resolve, 1000))]);
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight).getContext('2d');
  canvas.drawImage(video, 0, 0);
  return canvas.getImageData(0, 0, video.videoWidth, video.videoHeight).data.join();
}

async function durationOf(url) {
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

/** Resolves when the event happens. Rejects if the element fails. */
function happened(element, type) {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`no ${type} of ${element.src}: ${element.error?.message}`));
    element.addEventListener(type, resolve, { once: true });
    element.addEventListener('error', fail, { once: true });
  });
}
