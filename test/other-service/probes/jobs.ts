import type { jobPoints } from '../../../mock/points/jobs.ts';
import { clipsParams, projectField } from '../support/calls.ts';
import { openSession, type Session } from '../support/session.ts';
import { batchSeen } from '../support/truth.ts';
import { notFollowed, resultOf, unended, waitOptions } from '../support/waits.ts';
import { compare } from './calls.ts';
import { rejectionOf } from './errors-support.ts';
import {
  jobOf,
  probeBatch,
  probeCancel,
  probeListedWaits,
  probeStoredWait,
  probeUntold,
  probeWait,
  probeWaitsInCompany,
  waitAlone,
  waitForBatch,
} from './jobs-support.ts';
import type { Comparison, Probe } from './probe.ts';

export const jobProbes: { readonly [Id in keyof typeof jobPoints]: Probe } = {
  'job.workingStatus': async (session) => {
    if (!['null', 'absent'].includes(session.choices['job.workingStatus'])) return probeWait(session);
    // The client rejects a poll response without a status, because the response is possibly not a job.
    const started = await session.client.audio.generateSound({ prompt: 'applause' });
    const { name } = await rejectionOf(session.client.jobs.wait(started, waitOptions(session)));
    const { received, said } = await probeBatch(session);
    return { received: [name, received], said: ['ResponseValidationError', said] };
  },
  'job.queuedStatus': probeWait,
  'job.successStatus': both(probeWait, probeBatch),
  'job.failureStatus': both(probeWait, probeBatch),
  'job.canceledStatus': both(probeWait, probeBatch),
  'job.completedAt': both(probeWait, probeBatch),
  'job.error': both(probeWait, probeBatch),
  'job.remark': both(probeWait, probeBatch),
  'job.progress': probeWait,
  'job.result': probeWait,
  'job.download': both(probeWait, probeBatch),
  'job.naming': probeWait,
  'job.projectId': both(probeWait, probeWaitsInCompany),
  'job.exportId': unlessUnmatched('job.exportId', ['present', 'null, same as job_id']),
  'job.nextActions': probeCancel,
  'job.createdAt': probeBatch,
  'jobs.order': probeSuccesses,
  'jobs.listing': async (session) => {
    if (session.choices['jobs.listing'] === '404 at first') {
      const batch = await session.client.clips.generate(clipsParams('succeeded'));
      const { name } = await rejectionOf(session.client.clips.wait(batch, waitOptions(session)));
      return { received: name, said: 'UntrackableBatchError' };
    }
    const isHidden = ['unfinished', 'newest', 'without exports'].includes(session.choices['jobs.listing']);
    const comparison = await both(probeWaitsInCompany, probeSuccesses)(session);
    if (!isHidden || session.choices['jobs.listing'] === 'newest') return comparison;
    // The list never shows how an export ended, so only the sounds can be compared.
    const [company] = Array.from(Object(comparison.received));
    const [truth] = Array.from(Object(comparison.said));
    return { received: company, said: truth };
  },
  'jobs.listFields': async (session) => {
    if (session.choices['jobs.listFields'] !== 'null for result and files')
      return both(probeWait, probeWaitsInCompany, probeStoredWait, probeListedWaits)(session);
    // The client treats null in the list as the field's value, not as a missing field.
    const { received, said } = await probeStoredWait(session);
    const { name, state } = Object(said);
    return { received, said: { name, state: { ...state, result: null, download_url: null } } };
  },
  'jobs.pollFields': probeWait,
  'jobs.attempts': async (session) => {
    const comparison = await probeSuccesses(session);
    // The client cannot know that the service has abandoned an attempt.
    if (session.choices['jobs.attempts'] === 'an abandoned attempt that never ends')
      return { received: Object(comparison.received).name, said: unended };
    if (session.choices['jobs.attempts'] === 'a first stage, and a second that is listed later') {
      // The client cannot know that the export continues, but it can see that there is no file yet.
      const { name, state } = Object(comparison.received);
      const files = Array.from(state.clips, (clip) => Object(clip).file);
      return { received: [name, files], said: ['resolved', [null, null]] };
    }
    if (session.choices['jobs.attempts'] !== 'a failure, and a retry that is listed later') return comparison;
    // The client cannot know that failed work will be repeated.
    return { received: Object(comparison.received).name, said: 'JobFailedError' };
  },
  'jobs.unrelated': async (session) => {
    // Without the option `jobOf`, the client cannot know which job belongs to the clip.
    const { name } = await probeUntold(openSession(session.choices));
    const { received, said } = await waitForBatch(session, 'succeeded,failed,canceled', { jobOf });
    return { received: [name, received], said: [notFollowed, said] };
  },
  'jobs.retryAfter': probeWait,
  'jobs.statusUrl': async (session) => {
    const isRefused = session.choices['jobs.statusUrl'] === 'untrusted origin';
    if (!isRefused) return both(probeWait, probeWaitsInCompany)(session);
    const started = await session.client.audio.generateSound({ prompt: 'applause' });
    const error = await rejectionOf(session.client.jobs.wait(started, waitOptions(session)));
    return { received: error.name, said: 'RequestValidationError' };
  },
  'jobs.cancelUrl': async (session) => {
    if (!['untrusted origin', 'null', 'absent', ''].includes(session.choices['jobs.cancelUrl']))
      return probeCancel(session);
    const started = await session.client.audio.generateSound({ prompt: 'endless' });
    const error = await rejectionOf(session.client.jobs.cancel(started));
    return { received: error.name, said: 'RequestValidationError' };
  },
  'jobs.poll': async (session) => {
    const isNoJob = ['job in data', 'without job_id', '204'].includes(session.choices['jobs.poll']);
    const isRefused = session.choices['jobs.poll'] === 'redirect to an untrusted origin';
    if (!isNoJob && !isRefused) return probeWait(session);
    const started = await session.client.audio.generateSound({ prompt: 'applause' });
    const { name } = await rejectionOf(session.client.jobs.wait(started, waitOptions(session)));
    if (isNoJob) return { received: name, said: 'ResponseValidationError' };
    const isTrue = ['RequestValidationError', 'ApiError'].includes(name);
    return { received: isTrue, said: true };
  },
  'jobs.gone': async (session) => {
    if (session.choices['jobs.gone'] === 'never') return probeWait(session);
    const started = await session.client.audio.generateSound({ prompt: 'applause' });
    const { name } = await rejectionOf(session.client.jobs.wait(started, waitOptions(session)));
    return { received: name, said: 'NotFoundError' };
  },
  'jobs.pollFailed': async (session) => {
    const choice = session.choices['jobs.pollFailed'];
    if (choice === 'success status') return probeWait(session);
    const { client, service } = session;
    const started = await client.audio.generateSound({ prompt: 'failed' });
    const error = await rejectionOf(client.jobs.wait(started, waitOptions(session)));
    const names = { '422': 'UnprocessableError', '500': 'ServerError' };
    // A 500 with an error as its body can be temporary, so the wait continues until it is stopped.
    if (choice === '500 with an error') return { received: error.name, said: unended };
    const name = Reflect.get(names, choice.slice(0, 3));
    return { received: [error.name, Reflect.get(error, 'body')], said: [name, service.exchanges.at(-1)?.body] };
  },
  'jobs.cancelUrlIn': async (session) => {
    if (session.choices['jobs.cancelUrlIn'] !== 'lists') return probeCancel(session);
    const { client, service } = session;
    const { id } = await client.projects.create({ name: 'Sounds' });
    await client.audio.generateSound({ prompt: 'endless' }, { extraBody: projectField(session, { id }) });
    const [listed] = await client.jobs.list(id);
    if (listed !== undefined) await client.jobs.cancel(listed);
    return { received: 'canceled', said: service.context.jobs.get(listed?.job_id ?? '')?.ending };
  },
  'jobs.cancelMethod': probeCancel,
  'jobs.cancelResponse': probeCancel,
  'jobs.cancelEffect': async (session) => {
    const started = await session.client.audio.generateSound({ prompt: 'applause' });
    await session.client.jobs.cancel(started);
    return waitAlone(session, started);
  },
  'jobs.cancelEnded': async (session) => {
    const { client, service, choices } = session;
    const started = await client.audio.generateSound({ prompt: 'applause' });
    const job = await client.jobs.wait(started, waitOptions(session));
    const isAccepted = choices['jobs.cancelEnded'] === 'accepted';
    const received = isAccepted
      ? await client.jobs.cancel(job)
      : Reflect.get(await rejectionOf(client.jobs.cancel(job)), 'status');
    const last = service.exchanges.at(-1);
    return { received, said: isAccepted ? last?.body : last?.status };
  },
  'sound.start': probeWait,
  'sound.status': probeWait,
  'sound.urls': both(probeWait, probeCancel),
  'sound.ids': async (session) => compare(session, session.client.audio.generateSound({ prompt: 'x' }).withResponse()),
};

/** Returns a probe that runs `probes` one after another. */
function both(...probes: readonly Probe[]): Probe {
  return async (session) => {
    const comparisons = [];
    for (const probe of probes) comparisons.push(await probe(session));
    return { received: comparisons.map(({ received }) => received), said: comparisons.map(({ said }) => said) };
  };
}

/** Waits for two exports. The service may have retried them, and may list their jobs in any order. */
async function probeSuccesses(session: Session): Promise<Comparison> {
  return waitForBatch(session, 'succeeded,succeeded');
}

/** Returns a probe that expects no ending if the client cannot match clips with jobs. */
function unlessUnmatched(id: 'job.exportId', matched: readonly string[]): Probe {
  return async (session) => {
    if (matched.includes(session.choices[id])) return probeBatch(session);
    const batch = await session.client.clips.generate(clipsParams('succeeded,failed'));
    const result = batchSeen(
      session.service.context,
      await resultOf(session.client.clips.wait(batch, waitOptions(session))),
    );
    const isTrue = [notFollowed, unended].includes(result.name);
    return { received: isTrue ? 'no ending' : result, said: 'no ending' };
  };
}
