import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zip } from '../../mock/media/zip.ts';

const bytes = new TextEncoder().encode('content');

test('files are extracted with the original content and sanitized names', () => {
  const other = new TextEncoder().encode('other');

  expect(unzipSync(zip([file('Clip 1.mp4'), { name: 'Äpfel & Birnen.mp4', bytes: other }]))).toEqual({
    'Clip 1.mp4': bytes,
    'Äpfel _ Birnen.mp4': other,
  });
});

test.each([
  ['../../etc/passwd', '_.._etc_passwd'],
  ['/absolute.mp4', '_absolute.mp4'],
  ['..\\windows.mp4', '_windows.mp4'],
  ['C:clip.mp4', 'C_clip.mp4'],
  ['nul\0byte.mp4', 'nul_byte.mp4'],
  ['.hidden', 'hidden'],
  ['..', 'file'],
  ['', 'file'],
  ['__proto__', '_proto_'],
  [' . a. .b. . ', 'a. .b'],
])('the name %j becomes %j', (name, expected) => {
  expect(Object.keys(unzipSync(zip([file(name)])))).toEqual([expected]);
});

test('names that are the same or differ only in case are numbered', () => {
  const names = ['clip.mp4', 'Clip.mp4', 'clip (2).mp4', 'clip.mp4', 'readme', 'readme'];

  expect(Object.keys(unzipSync(zip(names.map(file))))).toEqual([
    'clip.mp4',
    'Clip (2).mp4',
    'clip (2) (2).mp4',
    'clip (3).mp4',
    'readme',
    'readme (2)',
  ]);
});

test('an empty list produces a valid, empty archive', () => {
  expect(unzipSync(zip([]))).toEqual({});
});

test('the same files produce the same bytes', () => {
  expect(zip([file('a.mp4')])).toEqual(zip([file('a.mp4')]));
  const year = new DataView(zip([file('a.mp4')]).buffer).getUint16(12, true) >> 9;
  expect(year).toBe(0);
});

function file(name: string) {
  return { name, bytes };
}
