import type { ActiveFault, MockEvent, MockScope } from 'clipwright/mock';
import type { RemoteMock } from '../../remote/remote-mock.ts';

/** One thing that the page shows of the mock: how it is read, and after which events it must be read again. */
interface Source {
  read(mock: RemoteMock, scope: MockScope): Promise<unknown>;
  isStaleAfter(event: MockEvent): boolean;
}

/** All that the page keeps of the mock. Requests and deliveries are read once: their events have the whole record. */
export const sources = {
  requests: {
    read: async (mock, scope) => (await mock.requests).matching({ ...scope, source: 'any' }),
    isStaleAfter: () => false,
  },
  deliveries: {
    read: async (mock, scope) => (await mock.deliveries).matching(scope),
    isStaleAfter: () => false,
  },
  clock: {
    read: (mock, scope) => mock.clock.status(scope),
    // What is due next, which is in no event of the clock.
    isStaleAfter: ({ type }) => type === 'job' || type === 'delivery',
  },
  jobs: {
    read: (mock, scope) => mock.state.jobs(scope),
    // Time alone moves the progress.
    isStaleAfter: ({ type }) => type === 'clock',
  },
  nextJobs: {
    read: (mock, scope) => mock.jobs.listNext(scope),
    isStaleAfter: ({ type }) => type === 'job',
  },
  faults: {
    read: readFaults,
    isStaleAfter: ({ type }) => type === 'faults',
  },
  projects: {
    read: (mock, scope) => mock.state.projects(scope),
    isStaleAfter: ({ type }) => type === 'project' || type === 'job',
  },
  webhooks: {
    read: (mock, scope) => mock.state.webhooks(scope),
    isStaleAfter: (event) => event.type === 'request' && isOf(event.request.endpoint, 'webhooks.'),
  },
  workspaces: {
    read: (mock) => mock.state.workspaces(),
    isStaleAfter: ({ type }) => type === 'project' || type === 'job' || type === 'request',
  },
} as const satisfies Record<string, Source>;

/** With those of all API keys, which strike in every workspace. */
async function readFaults(mock: RemoteMock, scope: MockScope): Promise<ActiveFault[]> {
  const all = await mock.faults.list();
  if (scope.apiKey === undefined) return all;
  const own = new Set((await mock.faults.list(scope)).map(({ id }) => id));
  return all.filter(({ id, scope }) => scope === 'all' || own.has(id));
}

type Sources = typeof sources;

/** The name of something that the page keeps. */
export type SourceName = keyof Sources;

/** What the page keeps under a name. */
export type SourceValue<Name extends SourceName> = Awaited<ReturnType<Sources[Name]['read']>>;

/** The names of what must be read again after these events. */
export function staleAfter(events: readonly MockEvent[]): SourceName[] {
  return sourceNames.filter((name) => events.some((event) => sources[name].isStaleAfter(event)));
}

// Cast: TypeScript types all keys as strings.
export const sourceNames = Object.keys(sources) as SourceName[];

function isOf(endpoint: string | null, resource: string): boolean {
  return endpoint?.startsWith(resource) === true;
}
