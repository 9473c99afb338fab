/** The connection is to break: each way in shows that as its transport does. */
export class ConnectionDropped extends Error {
  override readonly name: string = 'ConnectionDropped';
}

/** An answer of which only the first half arrives. */
export class TruncatedResponse extends ConnectionDropped {
  override readonly name = 'TruncatedResponse';
  /** With the half as its body, and the length of the whole as its `content-length`. */
  readonly response: Response;
  /** Whether the connection breaks after it, or stays open and silent. */
  readonly mode: 'cut' | 'stall';

  constructor(response: Response, ending: 'cut' | 'stall') {
    super(`The mock sent half of its answer, as a fault told it to (${ending}).`);
    this.response = response;
    this.mode = ending;
  }
}
