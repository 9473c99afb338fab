import type { Page } from '@playwright/test';

export const service = 'https://video.example.com/api/v1';

export interface CallResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Opens a page at a public URL. */
export async function openPage(page: Page): Promise<void> {
  await page.route('https://app.example.com/', (route) => route.fulfill({ contentType: 'text/html', body: 'app' }));
  await page.goto('https://app.example.com/');
}

/** Calls the service from the page, with headers that need a preflight. Returns null if the connection broke. */
export function callFrom(page: Page, method: string, path: string, body?: string): Promise<CallResponse | null> {
  return page.evaluate(
    async ([url, method, body]) => {
      const headers = { authorization: 'Bearer the-key-of-the-page', 'content-type': 'application/json' };
      try {
        const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: await response.text(),
        };
      } catch {
        return null;
      }
    },
    [service + path, method, body] as const,
  );
}
