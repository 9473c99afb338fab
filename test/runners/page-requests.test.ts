import type { BrowserContext, Request, Route } from '@playwright/test';
import { expect, test, vi } from 'vitest';
import { routePageRequests } from '../../mock/test-runners/page-requests.ts';
import { serve } from '../client/support/server.ts';

test('a redirect is passed to the page, so that the browser follows it', async () => {
  const requested: (string | undefined)[] = [];
  const baseUrl = await serve(({ url }, response) => {
    requested.push(url);
    response.writeHead(303, { location: '/elsewhere' }).end();
  });
  const route = vi.fn<BrowserContext['route']>();
  const target = { mockOrigin: new URL(baseUrl).origin, serviceOrigin: 'https://video.example.com', apiKey: 'test' };
  // Casts: this test implements only the part of Playwright's interface that is used.
  await routePageRequests({ route } as unknown as BrowserContext, target);

  const respond = route.mock.lastCall?.[1];
  const fulfill = vi.fn<Route['fulfill']>();
  const url = () => 'https://video.example.com/files/1';
  const request = { url, method: () => 'GET', headers: () => ({}), postDataBuffer: () => null } as unknown as Request;
  await respond?.({ request: () => request, fulfill } as unknown as Route, request);

  expect(fulfill).toHaveBeenCalledWith(
    expect.objectContaining({ status: 303, headers: expect.objectContaining({ location: '/elsewhere' }) }),
  );
  expect(requested).toEqual(['/files/1']);
});
