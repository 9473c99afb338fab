/** The connection is to break. Each transport shows that in its own way. */
export class ConnectionDropped extends Error {
  override readonly name: string = 'ConnectionDropped';
}

/** Only the first half of a response is to be sent. */
export class TruncatedResponse extends ConnectionDropped {
  override readonly name = 'TruncatedResponse';
  /** Its body is the first half, its `content-length` that of the whole. */
  readonly response: Response;
  /** What follows the half: the connection breaks (`cut`), or stays open and silent (`stall`). */
  readonly mode: 'cut' | 'stall';

  constructor(response: Response, mode: 'cut' | 'stall') {
    super(`A fault of the mock let only half of the response through (${mode}).`);
    this.response = response;
    this.mode = mode;
  }
}
