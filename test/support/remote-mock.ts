import { createMock, type Mock, type MockOptions } from 'clipwright/mock';
import { connectMock, type RemoteMock } from 'clipwright/mock/remote';
import { onTestFinished, TestRunner } from 'vitest';

/** A mock that listens, and is controlled over its socket. */
export interface ServedMock {
  readonly mock: RemoteMock;
  /** The mock itself. */
  readonly served: Mock;
  readonly baseUrl: string;
}

/** It listens until the test ends; if it is opened for all tests of a file, until the process does. */
export async function serveMock(options: MockOptions): Promise<ServedMock> {
  const served = createMock(options);
  const server = await served.listen();
  if (TestRunner.getCurrentTest()) onTestFinished(() => server.close());
  return { mock: await connectMock(server.baseUrl), served, baseUrl: server.baseUrl };
}
