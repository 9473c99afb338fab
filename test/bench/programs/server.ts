// A minimal server, which sends the same response to every request.
import { createServer } from 'node:http';
import { response } from './response.ts';

const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(response) };

createServer((request, reply) => {
  request.resume();
  reply.writeHead(200, headers).end(response);
}).listen(Number(process.argv[2]), '127.0.0.1');
