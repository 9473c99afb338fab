import { validate } from '../../src/contract/validate.ts';
import { eventProblem } from '../../src/webhooks/verify.ts';
import { api } from '../http/api.ts';
import { at, fieldsIn, textAt } from '../points/values.ts';
import { type Exchange, isSuccess } from '../survey/asker.ts';
import { jobIn } from '../survey/jobs.ts';
import type { Seen } from '../survey/survey.ts';
import { isSigned, secretOf } from './readers/events.ts';

/** A contradiction to what the specification states. */
export interface Breach {
  /** What the specification states. */
  readonly rule: string;
  /** What the service sent instead. */
  readonly seen: string;
  /** The request that showed the contradiction, such as `POST /projects`. */
  readonly request: string;
}

const replayRule = 'A request with the same Idempotency-Key and the same input gets the first response again.';
const conflictRule = 'A request with the same Idempotency-Key and other input gets a 409.';
const countRule = 'failed_count counts the items in failed_items.';
const timeRule = 'A timestamp is an ISO 8601 string.';
const eventRule = 'An event has the texts id, type and created_at, and the object data.';
const signatureRule = 'x-service-signature is the HMAC-SHA256 of the timestamp, a dot and the body, in hexadecimal.';

/** Returns what contradicts the specification, once for each request and rule. */
export function breachesIn(seen: Seen): Breach[] {
  const { deliveries: _, ...lists } = seen;
  const found = [
    ...Object.values(lists)
      .flat()
      .filter((exchange) => isSuccess(exchange) && api[exchange.name].path !== '/webhooks')
      .flatMap((exchange) => [...shapeBreaches(exchange), ...valueBreaches(exchange)]),
    ...replayBreaches(seen),
    ...eventBreaches(seen),
  ];
  return [...new Map(found.map((breach) => [`${breach.request} ${breach.rule}`, breach])).values()];
}

function shapeBreaches(exchange: Exchange): Breach[] {
  const { name, request, status, body } = exchange;
  const { response, isResponseDocumented } = { isResponseDocumented: true, ...api[name] };
  const isEmpty = exchange.text === '' || status === 204;
  if (!isSuccess(exchange) || isEmpty || isResponseDocumented === false || name === 'jobs.cancel') return [];
  return validate(response, name === 'jobs.retrieve' ? jobIn(body) : body).map(({ path, message }) => ({
    rule: `${path.replace(/\[\d+\]/g, '[]') || 'The body'} ${message}.`,
    seen: shorten(JSON.stringify(at(body, path.replace(/\[(\d+)\]/g, '.$1')))),
    request,
  }));
}

function valueBreaches({ request, body }: Exchange): Breach[] {
  const fields = fieldsIn(body);
  const isTime = (text: unknown) => text === null || text === '' || /^[+-]?\d{4,6}-?\d\d-?\d\d/.test(String(text));
  const [, time] = fields.find(([name, text]) => /^(created|updated)_at$/.test(name) && !isTime(text)) ?? [];
  const failures = at(body, 'failed_items');
  const count = at(body, 'failed_count');
  const isMiscounted = typeof count === 'number' && Array.isArray(failures) && count !== failures.length;
  return [
    ...(time === undefined ? [] : [{ rule: timeRule, seen: shorten(JSON.stringify(time)), request }]),
    ...(isMiscounted ? [{ rule: countRule, seen: `${count} for ${failures.length}`, request }] : []),
  ];
}

function replayBreaches({ created: [first], conflict: [conflict], replayed: [replay] }: Seen): Breach[] {
  const breaches: Breach[] = [];
  if (first === undefined || !isSuccess(first)) return breaches;
  if (conflict && conflict.status !== 409)
    breaches.push({ rule: conflictRule, seen: `status ${conflict.status}`, request: conflict.request });
  if (replay && textAt(replay.body, 'id') !== textAt(first.body, 'id'))
    breaches.push({ rule: replayRule, seen: `status ${replay.status}, another id`, request: replay.request });
  return breaches;
}

function eventBreaches(seen: Seen): Breach[] {
  const secret = secretOf(seen);
  const signatures = seen.deliveries.filter(({ headers }) => headers.has('x-service-signature'));
  const wrong = signatures.find((delivery) => secret !== undefined && !isSigned(secret, delivery));
  const odd = signatures.find(({ headers }) => !/^[\da-f]{64}$/.test(headers.get('x-service-signature') ?? ''));
  const problem = signatures.map(({ body }) => eventProblem(body)).find(Boolean);
  const shown = odd ? 'a signature of another form' : 'a signature that does not match';
  return [
    ...(problem ? [{ rule: eventRule, seen: `an event, but ${problem}`, request: 'webhook' }] : []),
    ...(wrong || odd ? [{ rule: signatureRule, seen: shown, request: 'webhook' }] : []),
  ];
}

function shorten(text: string | undefined): string {
  if (text === undefined) return 'absent';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
