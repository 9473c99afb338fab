import type { ActiveFault, MockEvent, MockScope } from 'clipwright/mock';
import type { ControlClient } from '../../remote/control-client.ts';

/** How each part of the page's data is read. */
export const sources = {
  about: (control) => control.call('about'),
  requests: async (control, scope) => (await control.call('requests', { query: { source: 'any' }, scope })).requests,
  deliveries: async (control, scope) => (await control.call('deliveries', { scope })).deliveries,
  clock: (control, scope) => control.call('clock.status', { scope }),
  jobs: async (control, scope) => (await control.call('state.jobs', { scope })).jobs,
  nextJobs: async (control, scope) => (await control.call('jobs.listNext', { scope })).outcomes,
  faults: readFaults,
  projects: async (control, scope) => (await control.call('state.projects', { scope })).projects,
  webhooks: async (control, scope) => (await control.call('state.webhooks', { scope })).webhooks,
  workspaces: async (control) => (await control.call('state.workspaces')).workspaces,
} as const satisfies Record<string, (control: ControlClient, scope: MockScope) => Promise<unknown>>;

/** Reads the active and the used-up faults of a workspace, including the faults for all API keys. */
async function readFaults(control: ControlClient, scope: MockScope): Promise<readonly ActiveFault[]> {
  const all = await listFaults(control);
  if (scope.apiKey === undefined) return all;
  const own = new Set((await listFaults(control, scope)).map(({ id }) => id));
  return all.filter(({ id, scope }) => scope === 'all' || own.has(id));
}

async function listFaults(control: ControlClient, scope: MockScope = {}): Promise<readonly ActiveFault[]> {
  const { faults, usedUp } = await control.call('faults.list', { scope });
  return [...usedUp, ...faults];
}

export type SourceName = keyof typeof sources;

export type SourceValue<Name extends SourceName> = Awaited<ReturnType<(typeof sources)[Name]>>;

/**
 * The sources to read again after each type of event. Requests and deliveries are not listed, because their events
 * contain the whole record. Jobs and the times of the workspaces depend on the clock, and the clock's `nextDue` depends on
 * jobs and deliveries.
 */
const stale: Readonly<Partial<Record<MockEvent['type'], readonly SourceName[]>>> = {
  clock: ['jobs', 'workspaces'],
  delivery: ['clock'],
  faults: ['faults'],
  job: ['clock', 'nextJobs', 'projects', 'workspaces'],
  project: ['projects', 'workspaces'],
  request: ['workspaces'],
};

export function staleAfter(events: readonly MockEvent[]): SourceName[] {
  return events.flatMap((event) => {
    const changesWebhooks = event.type === 'request' && event.request.endpoint?.startsWith('webhooks.');
    return [...(stale[event.type] ?? []), ...(changesWebhooks ? (['webhooks'] as const) : [])];
  });
}

// Cast: TypeScript types the keys of an object as strings.
export const sourceNames = Object.keys(sources) as SourceName[];
