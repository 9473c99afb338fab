import { Clipwright, type ClipwrightOptions, type Job } from 'clipwright';

export const apiKey = 'sk_live_very_secret';
export const baseUrl = 'https://video.test/api/v1';

/** A request as the client sent it. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly init: RequestInit;
}

/** A response that the stubbed `fetch` returns, an error that it throws, or a function that it calls. */
export type StubResponse = Response | Error | ((sent: Sent) => Response | Promise<Response>);

/** Returns a client whose `fetch` uses one response after another, and then repeats the last one. */
export function stubClient(responses: StubResponse[], options: ClipwrightOptions = {}) {
  const sent: Sent[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const request = { method: String(init.method), url, headers: new Headers(init.headers), body, init };
    sent.push(request);
    const response = responses[Math.min(sent.length, responses.length) - 1];
    if (response instanceof Error) throw response;
    if (typeof response === 'function') return response(request);
    return (response ?? json({})).clone();
  };
  const all = { apiKey, baseUrl, fetch, ...options };
  return { client: new Clipwright(all), sent, options: all };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

export function errorResponse(status: number, code: string, headers: Record<string, string> = {}): Response {
  const error = { code, message: 'It went wrong', param: 'name', doc_url: 'https://docs.test/errors' };
  return json({ error }, status, headers);
}

/** Returns the rejection reason of a promise. Throws if the promise resolves. */
export async function rejectionOf(work: PromiseLike<unknown>): Promise<unknown> {
  const outcome = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in outcome) throw new Error(`Expected a rejection, got ${JSON.stringify(outcome.value)}`);
  return outcome.error;
}

/** JSON of an array nested too deeply for `JSON.stringify`. */
export const deepArray = '['.repeat(100_000) + ']'.repeat(100_000);

export const project = { id: 'p1', status: 'ready' };

/** Returns a job that has all fields. Each field that is not given is null. */
export function wholeJob(fields: Pick<Job, 'job_id' | 'status'> & Partial<Job>): Required<Job> {
  return {
    type: null,
    kind: null,
    progress: null,
    status_url: null,
    cancel_url: null,
    project_id: null,
    export_id: null,
    media_id: null,
    download_url: null,
    estimated_credits: null,
    created_at: null,
    completed_at: null,
    error: null,
    next_actions: null,
    result: null,
    ...fields,
  };
}
