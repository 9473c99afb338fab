import type { Clipwright } from 'clipwright';
import type { MockStore } from '../data/mock-store.ts';

/** A client of the mock, which is loaded when one is needed for the first time. */
export async function connectClient({ about }: MockStore, apiKey: string): Promise<Clipwright> {
  const { Clipwright } = await import('./client.ts');
  // On the origin of the page, from which alone it may read; the mock may call itself by another name.
  const baseUrl = new URL(new URL(about.baseUrl).pathname, location.origin).href;
  const headers = { 'x-clipwright-console': '1' };
  return new Clipwright({ apiKey, baseUrl, headers, maxRetries: 0, dangerouslyAllowBrowser: true });
}
