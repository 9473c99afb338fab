import { runSuite } from './suite.mjs';

export default {
  async fetch(request) {
    return Response.json(await runSuite(new URL(request.url).searchParams.get('server')));
  },
};
