import { text } from 'node:stream/consumers';
import { serve } from '../../client/support/server.ts';

/** A delivery as received. */
export interface Received {
  readonly body: string;
  readonly headers: Record<string, string | string[] | undefined>;
}

/** A real webhook receiver for one test: its URL, and the first delivery to it. Never responds where `status` is null. */
export async function receiver(status: number | null = 200): Promise<{ url: string; delivery: Promise<Received> }> {
  let receive: (received: Received) => void;
  const delivery = new Promise<Received>((resolve) => {
    receive = resolve;
  });
  const url = await serve(async (request, response) => {
    receive({ body: await text(request), headers: request.headers });
    if (status !== null) response.writeHead(status, { location: '/elsewhere' }).end();
  });
  return { url, delivery };
}
