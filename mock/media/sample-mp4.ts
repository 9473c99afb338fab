import { inflateSync, zipSync } from 'fflate';

// A real file: H.264 baseline, 144 by 256 pixels, one second with 10 frames, all of them keyframes, no sound. A bar
// fills from left to right. Made with h264-mp4-encoder 1.0.12 (quantizationParameter 30, groupOfPictures 1). It is
// stored in compressed form, because its bytes repeat.
const base64 = [
  '1VdfTFtVGP+ddtBakFJXXWe2tFCgNWoEnBkICVgU0JB11UFmorGlt4xmtMXeu+6PxpYGFyAIRBLD3GSLM3PuQfHBhD7oCqt/mDhf3MMSVMAqibpa',
  '9qDMdD3u3luwqbhX6Jd7cs+558t3vt/v+853zgWg6eCOdru6d1UCAP92sh4XgL4Or8OBDZe72lyMjQMQckyqKF0pHoAs0Y2KHczcKVFOjm6ELGr8',
  'v9/7OYhkuLC+6opuf999Dz7rFeVIrjap6i+NvPpelJc4gC8ckwZK5weM0C6HEXl5NKXqde/ZADH3+ZPydwPoaRpCrv30JTrxVGC+8Nw9JyIwl4ik',
  'jpOAPz5YaT07KaPxQdwQgQG4tsnCoKVB4xnoLD8FyNgSpb22fuk1Sq0f4jW9tH4o9ttf7ce2uZnr386Eqqurq2uloAsaZqqpO19Ke21vKR7bS2nR',
  'boPBYAgAWNzMYaJJ1fESpd98KzhLilTyiH3855a7Ifl45flQmfvI8MkZXuY1Miq/VKaoCVi1CX3+hOWC0CmYXt4ZjS7WzMwDmNv8IfyRJvT5zQWV',
  'n2lv9bbD8KZAB8J1K43byy1zQhAdwTf2rUVTSRc05Gke/+0idj0LokjjgxW6qsuUTpdHemJaOtFaaC7O6etp/4SnJFyuTKqOt6gPi5CtZ1szsb/T',
  'QBP60lTa/p09Ab0oAH+FUuswCRe1lD7Kk3KqTqChiYlG48K+HM3ZKVKw33i1PoOL9/cKKrOKGtUPe8wAkWVbuP8QPsq0N+mfeTrZYvkueSx20Vcs',
  'qR17MWRwH91tMIibd8wYE6vwVOOFtXKcS+h0+dc5j4vb2mqZkyqpfOoDr5unYmsWJkKvrZ98SYWR9+E6av0IzU+aKjRLoeckkhumb2ZPhG6uV7Yz',
  '8uSB7wQVVjKUqoDqw6BJVUA9DhBltmaIOPpK5KoqIW6TRuN4Zjbcf17ozART6B9S/yqoVPekGBtdPRDGjFe3hgHJgMvj8QHocvk6Gf6etVQ26ecb',
  'yEsjYgP//Csk42KWMa6/8zVOAkDj9DAsPygMBAIymCmlfgqQJOe1Hbx9Lr3AHRR8IWu+rK7C+4M7r7+uPyNrBt52MU4bAJ2LWR9va0RQLOpkuryr',
  'NnxOJvMGTCwup7sDgNrnEp1NmyxhxLkdjNfRkeZW/iFvl07sExXLtXcBeJ3lWCZN55DNZ6/4H2jACAGaITZBo+CZtn2PPNHWoGvwME73gf8SrqEU',
  'gNbmszcQE/LoAuQHTMg7FzRtJ9jSeWULj1LDchybtqgC0BsB1LIceyzNmALApwAuA/gewC8A+JN2GUASIHkA2cbXHx48y7H2NJspu8JbzXJ2T9rc',
  '+c3yn/EP',
].join('');

let bytes: Uint8Array<ArrayBuffer> | undefined;

/** Returns a portrait MP4 (9:16) of one second. All callers get the same array: copy it before modifying it. */
export function sampleMp4(): Uint8Array<ArrayBuffer> {
  bytes ??= inflateSync(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  return bytes;
}

const MAX_TITLE_LENGTH = 60;

/**
 * Returns a ZIP archive with a copy of the video for each title, numbered. Each file name has no folder and at most 60
 * characters of the title, because file systems limit names to 255 bytes, and a restored title can be longer.
 */
export function sampleArchive(titles: readonly string[]): Uint8Array<ArrayBuffer> {
  const names = titles.map((title, index) => `${index + 1} ${title.slice(0, MAX_TITLE_LENGTH)}.mp4`);
  const files = names.map((name) => [name.replace(/[^\p{L}\p{M}\p{N} ().-]+/gu, '_'), sampleMp4()] as const);
  // Do not compress, because videos do not get smaller. The date has no time zone, so that an archive always has the same
  // bytes, and ZIP allows no earlier date.
  return zipSync(Object.fromEntries(files), { level: 0, mtime: '1980-01-01T00:00:00' });
}
