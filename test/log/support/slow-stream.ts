import { Writable } from 'node:stream';

/** Returns a stream whose reader reads only when the test calls `read`. */
export function slowStream() {
  let text = '';
  const waiting: (() => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    writev(chunks, done) {
      text += chunks.map(({ chunk }) => chunk).join('');
      waiting.push(done);
    },
  });
  const read = () => {
    for (let done = waiting.shift(); done; done = waiting.shift()) done();
  };
  return { stream, written: () => text, read };
}
