import { Clipwright } from 'clipwright';
import { runSuite } from './suite.mjs';

let client;

export default {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const baseUrl = searchParams.get('server');
    if (pathname !== '/clips') return Response.json(await runSuite(baseUrl));
    // All requests share this client.
    client ??= new Clipwright({ apiKey: 'worker', baseUrl });
    const { clips } = await client.clips.wait(await request.json(), { interval: 10 });
    return Response.json(clips.length);
  },
};
