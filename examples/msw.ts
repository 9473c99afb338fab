import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { mockHandlers } from 'clipwright/msw';
import { setupServer } from 'msw/node';

// Use msw in tests that cannot configure the client. msw 3 intercepts the global `fetch`. For msw 2, see msw-2.ts.
const mock = createMock();
const server = setupServer(...mockHandlers(mock));
server.listen({ onUnhandledFrame: 'error' });

const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl });
const project = await client.projects.create({ name: 'Talk' });
const [request] = mock.requests;
console.log(`${project.name} has the id ${project.id}`);
console.log(`${request?.method} ${request?.url} got a ${request?.status}`);

server.close();
