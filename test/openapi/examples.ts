import type { Examples, OperationExample } from '../../mock/openapi/document.ts';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { eventTypes } from '../../src/contract/event.ts';
import { sampleCalls, seedIds } from '../support/sample-calls.ts';
import { openInProcess } from '../support/transports.ts';

// A manual clock does not advance by itself, so the same code always writes the same examples.
const options = { clock: 'manual', webhookSecret: 'whsec_example' } as const;

/** Returns a response of every endpoint and an event of every type, from a new mock. */
export async function recordExamples(): Promise<Examples> {
  // Cast: `Object.keys` returns strings.
  const names = Object.keys(endpoints) as EndpointName[];
  const operations = await Promise.all(names.map(async (name) => [name, await recordCall(name)] as const));
  const events = eventTypes.map((type) => [type, openInProcess(options).mock.emit(type)] as const);
  // Cast: `Object.fromEntries` loses the types of the names.
  return { operations: Object.fromEntries(operations), events: Object.fromEntries(events) } as Examples;
}

async function recordCall(name: EndpointName): Promise<OperationExample> {
  const transport = openInProcess(options);
  const ids = await seedIds(transport);
  let response: unknown;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const received = await transport.fetch(input, init);
    response = await received.clone().json();
    return received;
  };
  await sampleCalls[name](transport.client({ fetch }), ids);
  const { path = {}, query = {}, body } = transport.mock.requests.at(-1) ?? {};
  return { parameters: { ...path, ...query }, ...(body !== null && { body }), response };
}
