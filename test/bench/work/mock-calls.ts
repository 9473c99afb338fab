import { createMock } from 'clipwright/mock';
import { Hono } from 'hono';
import { getResponse, HttpResponse, http } from 'msw';
import { inTurns, perCall } from '../lib/in-turns.ts';
import { authorization, mockWithWords } from '../lib/projects.ts';
import { atMost, type Extent, type Table } from '../lib/table.ts';
import { response } from '../programs/response.ts';

const url = 'http://localhost/api/v1/projects/p/jobs';
const headers = { 'content-type': 'application/json' };

/** Measures a request to a mock in the same process, with the request log on. */
export async function mockCalls({ isShort }: Extent): Promise<Table> {
  const app = new Hono().get('/api/v1/projects/:id/jobs', (context) => context.body(response, 200, headers));
  const handlers = [http.get('http://localhost/api/v1/projects/:id/jobs', () => HttpResponse.text(response))];
  const calls = isShort ? 5 : 300;
  const measures = {
    'a stub': perCall(calls, async () => {
      new Request(url, { headers: authorization });
      return new Response(response, { headers });
    }),
    'hono, one route': perCall(calls, () => app.request(url, { headers: authorization })),
    'msw, one handler': perCall(calls, () => getResponse(handlers, new Request(url, { headers: authorization }))),
    ...(await clipwrightCalls(calls)),
  };
  const rows = await inTurns(measures, {
    rounds: isShort ? 1 : 31,
    goals: {
      'clipwright: list jobs': atMost(20),
      'clipwright: create a project': atMost(50),
      'clipwright: a page of 50 captions': atMost(200),
      'clipwright: createMock()': atMost(4),
    },
  });
  const method =
    'Requests in the same process, one after the other. The ratio is to creating only a `Request` and a `Response`.';
  return { title: 'A request to a mock in process', method, unit: 'µs', rows };
}

async function clipwrightCalls(calls: number) {
  const { mock, id } = await mockWithWords(1000);
  const others = createMock();
  const at = (path: string) => `${mock.baseUrl}/projects${path}`;
  const get = (path: string) => () => mock.fetch(at(path), { headers: authorization });
  const body = JSON.stringify({ name: 'Talk' });
  const init = { method: 'POST', headers: { ...authorization, ...headers }, body };
  return {
    'clipwright: list jobs': perCall(calls, get(`/${id}/jobs`)),
    'clipwright: create a project': perCall(calls, () => others.fetch(`${others.baseUrl}/projects`, init)),
    'clipwright: a page of 50 captions': perCall(Math.ceil(calls / 10), get(`/${id}/captions?limit=50`)),
    'clipwright: createMock()': perCall(calls, () => createMock()),
  };
}
