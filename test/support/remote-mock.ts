import { createMock, type Mock, type MockOptions } from 'clipwright/mock';
import { connectMock, type RemoteMock } from 'clipwright/mock/remote';
import { onTestFinished } from 'vitest';

/** A mock that listens until the test ends, and is controlled over its socket. */
export interface ServedMock {
  readonly mock: RemoteMock;
  /** The mock itself. */
  readonly served: Mock;
  readonly baseUrl: string;
}

export async function serveMock(options: MockOptions): Promise<ServedMock> {
  const served = createMock(options);
  const server = await served.listen();
  onTestFinished(() => server.close());
  return { mock: await connectMock(server.baseUrl), served, baseUrl: server.baseUrl };
}
