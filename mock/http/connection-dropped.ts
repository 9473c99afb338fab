/** Thrown to break the connection, which each transport does in its own way. */
export class ConnectionDropped extends Error {
  override readonly name: string = 'ConnectionDropped';
}

/** Thrown to send only the first half of a response. */
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
