import { connect } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';

/** A keep-alive connection over which requests are sent without waiting for one another's responses. */
export class PipelinedConnection {
  #socket;
  #text = '';
  #statuses = [];
  #waiting = { count: Number.POSITIVE_INFINITY, resolve: () => {}, reject: () => {} };

  constructor(port) {
    this.#socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('close', () => this.#waiting.reject(new Error('The mock has closed a connection.')));
  }

  /** Sends requests, given as raw bytes, and returns the status of each response. */
  send(requests) {
    return new Promise((resolve, reject) => {
      this.#statuses = [];
      this.#waiting = { count: requests.length, resolve, reject };
      this.#socket.write(Buffer.concat(requests));
    });
  }

  close() {
    this.#socket.destroy();
  }

  #read(chunk) {
    this.#text += chunk;
    for (let end = this.#endOfResponse(); end <= this.#text.length; end = this.#endOfResponse()) {
      this.#statuses.push(Number(this.#text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)));
      this.#text = this.#text.slice(end);
    }
    if (this.#statuses.length >= this.#waiting.count) this.#waiting.resolve(this.#statuses);
  }

  /** Returns the end of the first response in the text, or infinity if its headers are incomplete. */
  #endOfResponse() {
    const endOfHead = this.#text.indexOf(END_OF_HEAD);
    if (endOfHead === -1) return Number.POSITIVE_INFINITY;
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(this.#text.slice(0, endOfHead));
    return endOfHead + END_OF_HEAD.length + Number(length);
  }
}
