import type { Context, JobTarget } from '../context.ts';
import type { JobRecord } from '../state.ts';

/** The only origin in the client's option `trustedOrigins`. */
export const trustedOrigin = 'https://jobs.trusted.test';
export const untrustedOrigin = 'https://elsewhere.test';

/** Returns a job's `status_url`, and records its absolute URL, so that a request to any other URL is rejected. */
export function statusUrl(context: Context, job: JobRecord): string | null | undefined {
  return jobUrl(context, context.choices['jobs.statusUrl'], { job, action: 'poll' });
}

export function cancelUrl(context: Context, job: JobRecord): string | null | undefined {
  return jobUrl(context, context.choices['jobs.cancelUrl'], { job, action: 'cancel' });
}

/** Returns the URL that polls redirect to. The same path on the trusted origin is also valid. */
export function stateUrl(context: Context, job: JobRecord): string {
  const url = `${context.baseUrl}/results/${encodeURIComponent(job.id)}`;
  const path = url.slice(context.origin.length);
  for (const each of [url, trustedOrigin + path]) context.jobTargets.set(each, { job, action: 'state' });
  return url;
}

/** Returns the absolute URL of a job's `cancel_url`, or undefined if the job has none. */
export function meantCancelUrl(context: Context, job: JobRecord): string | undefined {
  const sent = cancelUrl(context, job);
  return sent ? meanings(context, sent)[0] : undefined;
}

type Form = Context['choices']['jobs.statusUrl'];

function jobUrl(context: Context, form: Form, target: JobTarget): string | null | undefined {
  const sent = write(context, form, target);
  if (sent) for (const meant of meanings(context, sent)) context.jobTargets.set(meant, target);
  return sent;
}

function write({ baseUrl, origin }: Context, form: Form, { job, action }: JobTarget): string | null | undefined {
  const id = encodeURIComponent(job.id);
  const path = `/jobs/${id}/${action}`;
  const forms = {
    absolute: baseUrl + path,
    'base path': baseUrl.slice(origin.length) + path,
    'root-relative': `/v2/async${path}`,
    relative: `async${path}`,
    query: `?job=${id}&action=${action}`,
    'scheme-relative': `${baseUrl.slice(baseUrl.indexOf('//'))}${path}`,
    signed: `${baseUrl}${path}?expires=1795295208&signature=a%2Fb%2B%3D%3D&x=~%7E`,
    'trusted origin': trustedOrigin + path,
    'untrusted origin': untrustedOrigin + path,
    null: null,
    absent: undefined,
    '': '',
  } satisfies { [Each in Form]: string | null | undefined };
  return forms[form];
}

// Resolve the reference against the base URL, as in RFC 3986. A reference with only a query has two results, because
// clients can differ on whether a slash precedes the query.
function meanings({ baseUrl }: Context, sent: string): string[] {
  const below = new URL(sent, `${baseUrl}/`).href;
  return sent.startsWith('?') ? [below, baseUrl + sent] : [below];
}
