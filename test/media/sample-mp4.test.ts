import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { sampleArchive, sampleMp4 } from '../../mock/media/sample-mp4.ts';

const containers = ['moov', 'trak', 'mdia', 'minf', 'stbl'];

test('the sample is a one-second portrait H.264 baseline video', () => {
  const boxes = readBoxes(sampleMp4());

  expect(boxes.get('ftyp')?.getUint32(0)).toBe(fourCharacters('mp42'));
  const header = boxes.get('mvhd');
  // In version 0 the time scale is at offset 12 and the duration at offset 16.
  expect(Number(header?.getUint32(16)) / Number(header?.getUint32(12))).toBe(1);
  const description = boxes.get('stsd');
  expect(description?.getUint32(12)).toBe(fourCharacters('avc1'));
  expect([description?.getUint16(40), description?.getUint16(42)]).toEqual([144, 256]);
  // Offset 98 is the type of the `avcC` box, and offset 103 is its profile: 66 is baseline.
  expect(description?.getUint32(98)).toBe(fourCharacters('avcC'));
  expect(description?.getUint8(103)).toBe(66);
});

test('the video contains every sample that its tables list', () => {
  const boxes = readBoxes(sampleMp4());
  const sizes = boxes.get('stsz');
  const count = Number(sizes?.getUint32(8));
  const total = Array.from({ length: count }, (_, index) => Number(sizes?.getUint32(12 + index * 4))).reduce(
    (sum, size) => sum + size,
  );

  expect(count).toBe(10);
  expect(total).toBeLessThanOrEqual(Number(boxes.get('mdat')?.byteLength));
  expect(boxes.get('stco')?.getUint32(8)).toBe(boxes.get('mdat')?.byteOffset);
});

test('the video is decoded only once', () => {
  expect(sampleMp4()).toBe(sampleMp4());
});

test.each([
  ['Äpfel & Birnen', '1 Äpfel _ Birnen.mp4'],
  ['../../etc/passwd', '1 .._.._etc_passwd.mp4'],
  ['..\\windows', '1 .._windows.mp4'],
  ['C:clip', '1 C_clip.mp4'],
  ['nul\0byte', '1 nul_byte.mp4'],
  ['__proto__', '1 _proto_.mp4'],
  ['', '1 .mp4'],
  ['a'.repeat(61), `1 ${'a'.repeat(60)}.mp4`],
])('the video of the clip %j has the name %j in an archive', (title, name) => {
  expect(unzipSync(sampleArchive([title]))).toEqual({ [name]: sampleMp4() });
});

test('an archive has a video for each clip, even if two have the same title', () => {
  expect(Object.keys(unzipSync(sampleArchive(['a', 'a'])))).toEqual(['1 a.mp4', '2 a.mp4']);
  expect(unzipSync(sampleArchive([]))).toEqual({});
});

test('the same titles produce the same archive, with the date 1980', () => {
  expect(sampleArchive(['a'])).toEqual(sampleArchive(['a']));
  const year = new DataView(sampleArchive(['a']).buffer).getUint16(12, true) >> 9;
  expect(year).toBe(0);
});

/** The payload of every box by its type. Throws if the boxes do not fill the file without gaps. */
function readBoxes(bytes: Uint8Array, boxes = new Map<string, DataView>()): Map<string, DataView> {
  for (let start = 0; start < bytes.length; ) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + start);
    const size = view.getUint32(0);
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8));
    if (size < 8 || start + size > bytes.length) throw new Error(`Box ${type} at ${start} has no sound size: ${size}`);
    boxes.set(type, new DataView(bytes.buffer, bytes.byteOffset + start + 8, size - 8));
    if (containers.includes(type)) readBoxes(bytes.subarray(start + 8, start + size), boxes);
    start += size;
  }
  return boxes;
}

function fourCharacters(text: string): number {
  return [...text].reduce((code, character) => code * 256 + character.charCodeAt(0), 0);
}
