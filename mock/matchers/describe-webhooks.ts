import type { MockSnapshot } from '../state/snapshot-types.ts';

/** Which webhooks could have received an event of this type, for a failure that finds no delivery of one. */
export function describeWebhooks(type: string, { workspaces }: MockSnapshot): string {
  const types = new Set<string>(workspaces.flatMap(({ webhooks }) => webhooks.flatMap(({ events }) => events)));
  if (types.size === 0) return 'No webhook is registered: events are sent to nobody.';
  if (!types.has(type)) return `No webhook asked for ${type}; there are webhooks for ${[...types].join(', ')}.`;
  return `A webhook asked for ${type}: it receives those of its own API key that are emitted after its registration.`;
}
