import { aNonEmptyString, aString, requireValue } from '../../src/core/options/checks.ts';
import type { JobParams } from '../control/models/state.ts';
import { aHold, aJobId, requireOutcome } from '../jobs/outcomes.ts';
import type { MockScope } from '../scope.ts';
import { requireSeedOptions } from '../state/seed-options.ts';
import { requireSeconds } from '../time/seconds.ts';
import type { ControlClient } from './control-client.ts';
import type { Remote } from './remote.ts';
import { sendableFault } from './sendable-fault.ts';

export function remoteSeed(control: ControlClient): Remote['seed'] {
  return {
    project: async (options) => {
      requireSeedOptions(options, control.anAcceptedKey);
      const { apiKey, ...body } = options;
      return control.call('seed.project', { body, scope: { apiKey } });
    },
  };
}

export function remoteState(control: ControlClient): Remote['state'] {
  return {
    workspaces: async (scope) => [...(await control.call('state.workspaces', { scope })).workspaces],
    projects: async (scope) => [...(await control.call('state.projects', { scope })).projects],
    project: async (id, scope) => {
      requireValue('id', id, aNonEmptyString);
      return control.call('state.project', { id, scope });
    },
    jobs: async (scope) => [...(await control.call('state.jobs', { scope })).jobs],
    webhooks: async (scope) => [...(await control.call('state.webhooks', { scope })).webhooks],
  };
}

export function remoteClock(control: ControlClient): Remote['clock'] {
  return {
    now: async (scope) => Date.parse((await control.call('clock.status', { scope })).now),
    status: async (scope) => control.call('clock.status', { scope }),
    advance: async (seconds, scope) => {
      // How late it is, the mock knows.
      requireSeconds(seconds, 0);
      await control.call('clock.advance', { body: { advance_seconds: seconds }, scope });
    },
  };
}

export function remoteJobs(control: ControlClient): Remote['jobs'] {
  const end = async (id: string, body: JobParams, scope: MockScope | undefined) => {
    requireValue('id', id, aJobId);
    await control.call('jobs.end', { id, body, scope });
  };
  return {
    complete: (id, scope) => end(id, { status: 'completed' }, scope),
    fail: async (id, error, scope) => {
      if (error !== undefined) requireValue('reason', error, aString);
      await end(id, { status: 'failed', error }, scope);
    },
    cancel: (id, scope) => end(id, { status: 'cancelled' }, scope),
    hold: async (id, seconds, scope) => {
      if (seconds !== undefined) requireValue('seconds', seconds, aHold);
      await end(id, { status: 'held', seconds }, scope);
    },
    next: async (outcome) => {
      requireOutcome(outcome, control.anAcceptedKey);
      const { apiKey, ...body } = outcome;
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
    add: async (fault) => {
      const { apiKey, ...body } = sendableFault(fault);
      if (apiKey !== undefined) requireValue('fault.apiKey', apiKey, control.anAcceptedKey);
      return control.call('faults.add', { body, scope: { apiKey } });
    },
    list: async (scope) => [...(await control.call('faults.list', { scope })).faults],
    remove: async (id, scope) => {
      requireValue('id', id, aNonEmptyString);
      await control.call('faults.remove', { id, scope });
    },
    clear: async (scope) => {
      await control.call('faults.clear', { scope });
    },
  };
}
