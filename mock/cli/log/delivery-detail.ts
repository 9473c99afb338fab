import { Buffer } from 'node:buffer';
import type { Delivery, DeliveryAttempt } from '../../deliveries/delivery.ts';
import { formatUrl, type ShownText } from './shown-text.ts';
import type { Paint, Painter } from './terminal-text.ts';

/** Returns lines with everything about a delivery: its receiver, its body and each attempt. */
export function deliveryDetail(delivery: Delivery, shown: ShownText, paint: Paint): string[] {
  const { id, status, attempts } = delivery;
  return [
    `${paint.bold(shown.part(id))} ${statusPaint(status, paint)(status)}`,
    ...factsOf(delivery).flatMap(([name, text]) =>
      text === null ? [] : `  ${paint.dim(name.padEnd(8))} ${shown.part(text)}`,
    ),
    '',
    `  ${paint.bold('Body')} ${paint.dim(`${Buffer.byteLength(delivery.body)} bytes, indented here`)}`,
    ...shown.jsonLines(delivery.event).map(indented),
    ...attempts.flatMap((attempt, index) => ['', ...attemptLines(attempt, index + 1, shown, paint)]),
  ];
}

type Fact = readonly [name: string, text: string | null];

function factsOf({ event, webhookId, url, requestId, fault, reason, status, nextAttemptAt }: Delivery): Fact[] {
  return [
    ['Event', `${event.type} ${event.id}`],
    ['Webhook', webhookId],
    ['URL', formatUrl(new URL(url))],
    ['Request', requestId],
    ['Fault', fault],
    ['Why', reason],
    ['Next', nextAttemptAt ?? (status === 'pending' ? 'in progress' : null)],
  ];
}

function attemptLines(attempt: DeliveryAttempt, number: number, shown: ShownText, paint: Paint): string[] {
  const { at, headers, response, reason } = attempt;
  const outcome = response === null ? 'no response' : String(response.status);
  const color = reason === null ? paint.green : paint.red;
  const body = (response?.body ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
  return [
    `  ${paint.bold(`Attempt ${number}`)} ${paint.dim(shown.part(at))} ${color(outcome)}`,
    ...Object.entries(headers).map(([name, value]) => indented(shown.part(`${name}: ${value}`))),
    ...(reason === null ? [] : [indented(`${paint.dim('why:')} ${shown.part(reason)}`)]),
    ...body.map((line) => indented(`${paint.dim('response:')} ${shown.part(line)}`)),
  ];
}

function indented(line: string): string {
  return `    ${line}`;
}

function statusPaint(status: Delivery['status'], paint: Paint): Painter {
  if (status === 'delivered') return paint.green;
  return status === 'failed' ? paint.red : paint.yellow;
}
