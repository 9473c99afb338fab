import { connect } from 'node:net';
import type { MockServer } from 'clipwright/mock';

/** Sends one byte per character and returns everything received until the connection is closed. */
export function exchange(server: MockServer, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    // A server that has rejected the first bytes resets the connection while later bytes are being sent.
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    socket.end(Buffer.from(bytes, 'latin1'));
  });
}
