import type { RequestRecord } from 'clipwright/mock';
import { literal, type Names, textLiteral } from './literal.ts';

/** The endpoints whose client method takes a key. */
const idempotent = ['clips.generate', 'projects.create', 'timeline.batchTrim'];

/** Code that makes a call with the client. */
export function clientCall(request: RequestRecord, names: Names): string {
  const { endpoint, method, path, query, body, idempotencyKey } = request;
  if (path.jobId !== undefined) return `client.${endpoint}(job)`;
  const values: unknown[] = Object.values(path);
  if (method !== 'GET') values.push(body);
  else if (Object.keys(query).length > 0) values.push(query);
  if (idempotencyKey !== null && idempotent.includes(endpoint ?? '')) values.push({ idempotencyKey });
  return `client.${endpoint}(${values.map((value) => literal(value, names, '  ')).join(', ')})`;
}

/** Code that sends a request without the client, which would refuse it. */
export function fetchCall(request: RequestRecord, names: Names): string {
  const { method, url, headers, body } = request;
  const { pathname, search } = new URL(url);
  const sent = Object.entries(headers).filter(([name]) => name === 'content-type' || name === 'idempotency-key');
  const lines = [
    `method: ${JSON.stringify(method)},`,
    `headers: ${literal({ ...('authorization' in headers && { authorization: 'Bearer test' }), ...Object.fromEntries(sent) }, new Map(), '    ')},`,
    ...(body === null ? [] : [`body: JSON.stringify(${literal(body, names, '    ')}),`]),
  ];
  return `mock.fetch(new URL(${textLiteral(pathname + search, names)}, mock.baseUrl), {\n    ${lines.join('\n    ')}\n  })`;
}

/** Whether the client would refuse to make the call, or has no method for it. */
export function needsFetch({ endpoint, status, why, path, query, headers, unknownFields }: RequestRecord): boolean {
  if (endpoint === null || !('authorization' in headers)) return true;
  if (unknownFields.some((name) => name in query)) return true;
  return why?.by === 'service' && (status === 400 || path.jobId !== undefined);
}
