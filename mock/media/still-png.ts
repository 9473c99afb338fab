import { encode } from 'fast-png';

const width = 90;
const height = 160;
const captionBar = { left: 10, right: 80, top: 130, bottom: 142 };
const white = 0xff_ff_ff;

/** Creates a portrait (9:16) still image with a caption bar. Its color depends only on the seed. */
export function stillPng(seed: string): Uint8Array<ArrayBuffer> {
  // Dark in all three channels, so that the white bar stands out.
  const background = fnv1a(seed) & 0x7f_7f_7f;
  const data = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const color = isInBar(pixel % width, Math.floor(pixel / width)) ? white : background;
    data.set([color >> 16, color >> 8, color], pixel * 3);
  }
  return Uint8Array.from(encode({ width, height, channels: 3, data }));
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

function isInBar(x: number, y: number): boolean {
  return x >= captionBar.left && x < captionBar.right && y >= captionBar.top && y < captionBar.bottom;
}
