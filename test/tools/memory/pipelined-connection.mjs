import { connect } from 'node:net';

/** Where a chunked body ends. The mock's JSON has no line break, so that nothing else looks like it. */
const END = '\r\n0\r\n\r\n';

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

  /** Sends requests, each as the bytes of the wire, and gives the status of each response. */
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
    const responses = (this.#text + chunk).split(END);
    this.#text = responses.pop();
    for (const response of responses)
      this.#statuses.push(Number(response.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)));
    if (this.#statuses.length >= this.#waiting.count) this.#waiting.resolve(this.#statuses);
  }
}
