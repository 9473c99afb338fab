import { describe, expect, it } from 'vitest';
import { operationExamples } from '../../mock/openapi/document.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { parameterNames, sampleCalls } from '../support/sample-calls.ts';
import { json, stubClient } from './support/stub.ts';

/** The expected results of the endpoints whose calls do not resolve to the whole response. */
const results: { readonly [Name in EndpointName]?: (response: Record<string, unknown>) => unknown } = {
  'clips.generate': ({ batch }) => batch,
  'jobs.list': ({ jobs }) => jobs,
  'captions.list': ({ captions }) => expect.objectContaining({ items: captions }),
  'captions.words.list': ({ words }) => expect.objectContaining({ items: words }),
};

// `Object.entries` types the keys as strings.
describe.each(Object.entries(endpoints) as [EndpointName, Endpoint][])('%s', (name, row) => {
  it('sends the request that the contract defines, with the API key', async () => {
    const response = Object(operationExamples[name].response);
    const { client, sent } = stubClient([json(response)]);
    expect(await sampleCalls[name](client, parameterNames)).toEqual(results[name]?.(response) ?? response);
    const [request] = sent;
    expect(sent).toHaveLength(1);
    expect(request?.method).toBe(row.method);
    expect(request?.url.split('?')[0]).toBe(`https://video.test/api/v1${row.path.replace(/[{}]/g, '')}`);
    expect(request?.headers.get('authorization')).toBe('Bearer sk_live_very_secret');
    expect(request?.headers.has('idempotency-key')).toBe(row.idempotent === true);
    expect(request?.headers.get('content-type')).toBe(row.body ? 'application/json' : null);
  });
});
