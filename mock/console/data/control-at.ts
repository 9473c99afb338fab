import { ControlClient } from '../../remote/control-client.ts';

/** The control of the mock at an origin. It is sent what is given, and says itself what it refuses. */
export function controlAt(origin: string): ControlClient {
  return new ControlClient(origin, { of: ({ apiKey }) => apiKey, anAcceptedKey: () => undefined });
}
