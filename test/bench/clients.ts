import Mux from '@mux/mux-node';
import { Octokit } from '@octokit/core';
import { Clipwright } from 'clipwright';
import ky from 'ky';
import OpenAI from 'openai';
import createClient from 'openapi-fetch';
import Stripe from 'stripe';

type Fetch = typeof globalThis.fetch;

/** Returns, for each client, a function that makes a request. Without `fetch`, each client uses its own transport. */
export function clients(origin: string, fetch?: Fetch): Readonly<Record<string, () => PromiseLike<unknown>>> {
  const { hostname, port } = new URL(origin);
  const given = fetch ? { fetch } : {};
  const clipwright = new Clipwright({ apiKey: 'key', baseUrl: origin, ...given });
  const kyClient = ky.create(given);
  const typed = createClient<Paths>({ baseUrl: origin, ...given });
  const stripe = new Stripe('sk_test', {
    protocol: 'http',
    host: hostname,
    port: port || 80,
    ...(fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }),
  });
  const mux = new Mux({ tokenId: 'id', tokenSecret: 'secret', baseURL: origin, ...given });
  const openai = new OpenAI({ apiKey: 'key', baseURL: origin, ...given });
  const octokit = new Octokit({ auth: 'key', baseUrl: origin, request: given });
  return {
    clipwright: () => clipwright.jobs.list('p'),
    ky: () => kyClient.get(`${origin}/projects/p/jobs`).json(),
    'openapi-fetch': () => typed.GET('/projects/{projectId}/jobs', { params: { path: { projectId: 'p' } } }),
    stripe: () => stripe.customers.list(),
    mux: () => mux.video.assets.list(),
    openai: () => openai.models.list(),
    '@octokit/core': () => octokit.request('GET /projects/{projectId}/jobs', { projectId: 'p' }),
  };
}

interface Paths {
  '/projects/{projectId}/jobs': {
    get: {
      parameters: { path: { projectId: string } };
      responses: { 200: { content: { 'application/json': { jobs: object[] } } } };
    };
  };
}
