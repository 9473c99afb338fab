import type { ActiveFault, MockEvent, MockScope } from 'clipwright/mock';
import type { ControlClient } from '../../remote/control-client.ts';

/** A source of the page's data: how to read it, and which events make it stale. */
interface Source {
  read(control: ControlClient, scope: MockScope): Promise<unknown>;
  isStaleAfter(event: MockEvent): boolean;
}

/** All sources. Requests and deliveries are only read once, because their events contain the whole record. */
export const sources = {
  // Read again after each reconnect: another mock may be running at the same address now.
  about: {
    read: (control) => control.call('about'),
    isStaleAfter: () => false,
  },
  requests: {
    read: async (control, scope) => (await control.call('requests', { query: { source: 'any' }, scope })).requests,
    isStaleAfter: () => false,
  },
  deliveries: {
    read: async (control, scope) => (await control.call('deliveries', { scope })).deliveries,
    isStaleAfter: () => false,
  },
  clock: {
    read: (control, scope) => control.call('clock.status', { scope }),
    // `nextDue` also changes without a clock event.
    isStaleAfter: ({ type }) => type === 'job' || type === 'delivery',
  },
  jobs: {
    read: async (control, scope) => (await control.call('state.jobs', { scope })).jobs,
    // A job's progress changes with time, without an event.
    isStaleAfter: ({ type }) => type === 'clock',
  },
  nextJobs: {
    read: async (control, scope) => (await control.call('jobs.listNext', { scope })).outcomes,
    isStaleAfter: ({ type }) => type === 'job',
  },
  faults: {
    read: readFaults,
    isStaleAfter: ({ type }) => type === 'faults',
  },
  projects: {
    read: async (control, scope) => (await control.call('state.projects', { scope })).projects,
    isStaleAfter: ({ type }) => type === 'project' || type === 'job',
  },
  webhooks: {
    read: async (control, scope) => (await control.call('state.webhooks', { scope })).webhooks,
    isStaleAfter: (event) => event.type === 'request' && event.request.endpoint?.startsWith('webhooks.') === true,
  },
  workspaces: {
    read: async (control) => (await control.call('state.workspaces')).workspaces,
    isStaleAfter: ({ type }) => type === 'project' || type === 'job' || type === 'request',
  },
} as const satisfies Record<string, Source>;

/** Includes the faults for all API keys, which apply in every workspace. */
async function readFaults(control: ControlClient, scope: MockScope): Promise<readonly ActiveFault[]> {
  const { faults: all } = await control.call('faults.list');
  if (scope.apiKey === undefined) return all;
  const own = new Set((await control.call('faults.list', { scope })).faults.map(({ id }) => id));
  return all.filter(({ id, scope }) => scope === 'all' || own.has(id));
}

export type SourceName = keyof typeof sources;

export type SourceValue<Name extends SourceName> = Awaited<ReturnType<(typeof sources)[Name]['read']>>;

export function staleAfter(events: readonly MockEvent[]): SourceName[] {
  return sourceNames.filter((name) => events.some((event) => sources[name].isStaleAfter(event)));
}

// Cast: TypeScript types keys as strings.
export const sourceNames = Object.keys(sources) as SourceName[];
