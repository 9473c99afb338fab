import type { JobParams } from '../control/models/jobs.ts';
import type { MockScope } from '../scope.ts';
import type { ControlClient } from './control-client.ts';
import type { Remote } from './remote.ts';

export function remoteSeed(control: ControlClient): Remote['seed'] {
  return {
    project: async ({ apiKey, ...body }) => control.call('seed.project', { body, scope: { apiKey } }),
  };
}

export function remoteState(control: ControlClient): Remote['state'] {
  return {
    workspaces: async (scope) => [...(await control.call('state.workspaces', { scope })).workspaces],
    projects: async (scope) => [...(await control.call('state.projects', { scope })).projects],
    project: async (id, scope) => control.call('state.project', { id, scope }),
    jobs: async (scope) => [...(await control.call('state.jobs', { scope })).jobs],
    webhooks: async (scope) => [...(await control.call('state.webhooks', { scope })).webhooks],
  };
}

export function remoteClock(control: ControlClient): Remote['clock'] {
  return {
    now: async (scope) => Date.parse((await control.call('clock.status', { scope })).now),
    status: async (scope) => control.call('clock.status', { scope }),
    advance: async (seconds, scope) => {
      await control.call('clock.advance', { body: { advance_seconds: seconds }, scope });
    },
  };
}

export function remoteJobs(control: ControlClient): Remote['jobs'] {
  const end = async (id: string, body: JobParams, scope: MockScope | undefined) => {
    await control.call('jobs.end', { id, body, scope });
  };
  return {
    complete: (id, scope) => end(id, { status: 'completed' }, scope),
    fail: (id, error, scope) => end(id, { status: 'failed', error }, scope),
    cancel: (id, scope) => end(id, { status: 'cancelled' }, scope),
    hold: (id, seconds, scope) => end(id, { status: 'held', seconds }, scope),
    next: async ({ apiKey, ...body }) => {
      await control.call('jobs.next', { body, scope: { apiKey } });
    },
    listNext: async (scope) => [...(await control.call('jobs.listNext', { scope })).outcomes],
    clearNext: async (scope) => {
      await control.call('jobs.clearNext', { scope });
    },
  };
}

export function remoteFaults(control: ControlClient): Remote['faults'] {
  return {
    add: async ({ apiKey, ...body }) => control.call('faults.add', { body, scope: { apiKey } }),
    list: async (scope) => [...(await control.call('faults.list', { scope })).faults],
    remove: async (id, scope) => {
      await control.call('faults.remove', { id, scope });
    },
    clear: async (scope) => {
      await control.call('faults.clear', { scope });
    },
  };
}
