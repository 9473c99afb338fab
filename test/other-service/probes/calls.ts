import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { type Called, calls, filledProject } from '../support/calls.ts';
import type { Session } from '../support/session.ts';
import type { Comparison, Probe } from './probe.ts';

/** Returns a probe that calls an endpoint, and compares the result with the response that the service sent. */
export function probeCall(name: EndpointName): Probe {
  return async (session) => {
    const project = await filledProject(session);
    return compare(session, calls[name](session, project));
  };
}

/** Compares a result with the last body and status that the service sent. */
export async function compare({ service }: Session, call: Called): Promise<Comparison> {
  const { data, response } = await call;
  const last = service.exchanges.at(-1);
  return { received: { data, status: response.status }, said: { data: last?.body, status: last?.status } };
}
