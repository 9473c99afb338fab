import { expect, test } from '@jest/globals';
import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';

/**
 * Defines a test with a mock and a client. A call to an unknown path or method fails the test. When a test fails, the
 * last requests are printed.
 *
 * @param {string} name
 * @param {(fixtures: { mock: import('clipwright/mock').Mock, client: Clipwright }) => Promise<void>} run
 * @param {import('clipwright/mock').MockOptions} [options]
 */
export function mockTest(name, run, options) {
  test(name, async () => {
    const mock = createMock(options);
    const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
    try {
      await run({ mock, client });
      expect(mock.requests.matching({ endpoint: null })).toEqual([]);
    } catch (error) {
      for (const { method, url, status, why } of mock.requests.slice(-10))
        console.error(method, url, status, why?.message);
      throw error;
    } finally {
      mock.reset();
    }
  });
}
