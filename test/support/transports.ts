import { Clipwright, type ClipwrightOptions } from 'clipwright';
import { createMock, type Mock, type MockOptions } from 'clipwright/mock';
import { mockHandlers } from 'clipwright/msw';
import { setupServer } from 'msw/node';
import { afterEach, describe } from 'vitest';
import type { AwaitedMock } from './awaited-mock.ts';
import { exactFetch } from './exactness.ts';
import { isRemote } from './only-in-process.ts';
import { serveMock } from './remote-mock.ts';

/** A mock, and a client that reaches it through one of the transports. */
export interface OpenTransport<OpenMock = AwaitedMock> {
  readonly mock: OpenMock;
  readonly baseUrl: string;
  /** Rejects when the mock responds with anything but exactly what the endpoint's row says. */
  readonly fetch: typeof globalThis.fetch;
  client(options?: ClipwrightOptions): Clipwright;
}

type OpenOne = (options: MockOptions, onClose: (close: () => unknown) => void) => Promise<OpenTransport>;

type Open = (options?: MockOptions) => Promise<OpenTransport>;

/** Runs a suite through each transport of the mock: the injected fetch, msw, and a socket. */
export function forEachTransport(title: string, suite: (open: Open) => void): void {
  describe.each(Object.entries<OpenOne>(isRemote ? remote : transports))(`${title}, through %s`, (_, open) => {
    const closers: (() => unknown)[] = [];
    afterEach(async () => {
      for (const close of closers.splice(0)) await close();
    });
    suite((options) => open(options ?? {}, (close) => closers.push(close)));
  });
}

/** Opens one transport, for suites in which the transport makes no difference. */
export async function openMock(options: MockOptions = {}): Promise<OpenTransport> {
  return isRemote ? openRemote(options) : openInProcess(options);
}

/** Opens `mock.fetch`, for suites of what a mock does only in process. */
export function openInProcess(options: MockOptions = {}): OpenTransport<Mock> {
  const mock = createMock(options);
  return toOpenTransport(mock, mock.baseUrl, mock.fetch);
}

async function openRemote(options: MockOptions): Promise<OpenTransport> {
  const { mock, served, baseUrl } = await serveMock(options);
  return { ...toOpenTransport(served, baseUrl, globalThis.fetch), mock };
}

const remote = { 'a remote mock': openRemote };

const transports = {
  'mock.fetch': async (options: MockOptions) => openInProcess(options),
  msw: async (options: MockOptions, onClose: (close: () => unknown) => void) => {
    const mock = createMock(options);
    const server = setupServer(...mockHandlers(mock));
    server.listen({ onUnhandledFrame: 'error' });
    onClose(() => server.close());
    return toOpenTransport(mock, mock.baseUrl, globalThis.fetch);
  },
  'a socket': async (options: MockOptions, onClose: (close: () => unknown) => void) => {
    const mock = createMock(options);
    const server = await mock.listen();
    onClose(() => server.close());
    return toOpenTransport(mock, server.baseUrl, globalThis.fetch);
  },
} satisfies Record<string, OpenOne>;

function toOpenTransport(mock: Mock, baseUrl: string, inexactFetch: typeof globalThis.fetch): OpenTransport<Mock> {
  const fetch = exactFetch(inexactFetch, mock);
  return {
    mock,
    baseUrl,
    fetch,
    client: (options) =>
      new Clipwright({ apiKey: 'test', baseUrl, fetch, maxRetries: 0, validation: 'strict', ...options }),
  };
}
