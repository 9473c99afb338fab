import { type Server, startServer } from './lib/programs.ts';
import { authorization } from './lib/projects.ts';

/** A server program, and the path of the requests to it. */
interface Program {
  /** The arguments for Node. Paths are relative to `test/bench`. */
  readonly args: readonly string[];
  readonly path: string;
}

const jobs = '/api/v1/projects/p/jobs';

export const programs = {
  'node:http, bare': { args: ['programs/server.ts', 'PORT'], path: jobs },
  'clipwright mock': { args: ['../../dist/node/cli.js', 'mock', '--port', 'PORT'], path: jobs },
  'clipwright listen()': { args: ['programs/listen.ts', 'PORT'], path: jobs },
  'hono, one route': { args: ['programs/hono.ts', 'PORT'], path: jobs },
  'json-server': {
    args: ['node_modules/json-server/lib/cli/bin.js', 'programs/db.json', '--quiet', '--host=127.0.0.1', '--port=PORT'],
    path: '/jobs',
  },
  emulate: {
    args: ['node_modules/emulate/dist/index.js', 'start', '--service', 'stripe', '--port', 'PORT'],
    path: '/v1/customers',
  },
  prism: {
    args: ['node_modules/@stoplight/prism-cli/dist/index.js', 'mock', '../../docs/openapi.json', '--port', 'PORT'],
    path: '/projects/p/jobs',
  },
} as const satisfies Record<string, Program>;

/** Starts a server, and waits for its first response. */
export function start({ args, path }: Program): Promise<Server> {
  return startServer(args, path, authorization);
}
