import { runSuite } from '../../../suite.mjs';

export async function GET(request) {
  return Response.json(await runSuite(new URL(request.url).searchParams.get('server')));
}
