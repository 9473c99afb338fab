import { smoke } from './smoke.mjs';

export default {
  async fetch(request) {
    await smoke(new URL(request.url).searchParams.get('server'));
    return new Response('ok');
  },
};
