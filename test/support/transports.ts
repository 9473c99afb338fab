import { Clipwright, type ClipwrightOptions } from 'clipwright';
import { createMock, type Mock, type MockOptions } from 'clipwright/mock';
import { mockHandlers } from 'clipwright/msw';
import { setupServer } from 'msw/node';
import { afterEach, describe } from 'vitest';
import { exactFetch } from './exactness.ts';

/** A mock, and access to it through one of the transports. */
export interface OpenTransport {
  readonly mock: Mock;
  readonly baseUrl: string;
  /** Rejects if the mock's response does not match the endpoint's schema exactly. */
  readonly fetch: typeof globalThis.fetch;
  client(options?: ClipwrightOptions): Clipwright;
}

type OpenOne = (options: MockOptions, onClose: (close: () => unknown) => void) => Promise<OpenTransport>;

type Open = (options?: MockOptions) => Promise<OpenTransport>;

/** Runs a suite with each transport to the mock: the injected `fetch`, msw and a socket. */
export function forEachTransport(title: string, suite: (open: Open) => void): void {
  describe.each(Object.entries(transports))(`${title}, through %s`, (_, open) => {
    const closers: (() => unknown)[] = [];
    afterEach(async () => {
      for (const close of closers.splice(0)) await close();
    });
    suite((options) => open(options ?? {}, (close) => closers.push(close)));
  });
}

/** Opens the transport `mock.fetch`, for suites that do not depend on the transport. */
export function openInProcess(options: MockOptions = {}): OpenTransport {
  const mock = createMock(options);
  return toOpenTransport(mock, mock.baseUrl, mock.fetch);
}

const transports: Record<string, OpenOne> = {
  'mock.fetch': async (options) => openInProcess(options),
  msw: async (options, onClose) => {
    const mock = createMock(options);
    const server = setupServer(...mockHandlers(mock));
    server.listen({ onUnhandledFrame: 'error' });
    onClose(() => server.close());
    return toOpenTransport(mock, mock.baseUrl, globalThis.fetch);
  },
  'a socket': async (options, onClose) => {
    const mock = createMock(options);
    const server = await mock.listen();
    onClose(() => server.close());
    return toOpenTransport(mock, server.baseUrl, globalThis.fetch);
  },
};

function toOpenTransport(mock: Mock, baseUrl: string, inexactFetch: typeof globalThis.fetch): OpenTransport {
  const fetch = exactFetch(inexactFetch, mock);
  return {
    mock,
    baseUrl,
    fetch,
    client: (options) =>
      new Clipwright({ apiKey: 'test', baseUrl, fetch, maxRetries: 0, validation: 'strict', ...options }),
  };
}
