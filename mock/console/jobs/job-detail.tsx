import type { EventData } from 'clipwright';
import type { Delivery, ListedJob } from 'clipwright/mock';
import { useState } from 'preact/hooks';
import type { JobParams } from '../../control/models/state.ts';
import { PREVIEW } from '../../http/urls.ts';
import { linksTo } from '../app/record-view.tsx';
import { useAction, useStore } from '../app/store.ts';
import { Until } from '../app/times.tsx';
import { Pairs, Section } from '../ui/detail.tsx';
import { Json } from '../ui/json.tsx';
import { JobStatus } from '../ui/status.tsx';

export function JobDetail({ job }: { readonly job: ListedJob }) {
  const { type, status, due_at, completed_at, error } = job;
  const isOpen = completed_at === null;
  return (
    <>
      <p>
        <b>{type}</b> <JobStatus job={job} /> <Progress job={job} />
      </p>
      {isOpen && <JobActions job={job} />}
      {isOpen && due_at === null && <p>It is held until it is ended.</p>}
      {isOpen && due_at !== null && (
        <p>
          It ends <Until at={due_at} />, in mock time.
        </p>
      )}
      {error !== null && <p>{error}</p>}
      {status === 'completed' && <JobFile job={job} />}
      <Section title="Related">
        <Pairs pairs={useRelatedLinks(job)} />
      </Section>
      <Section title="As the API returns it">
        <Json label="The job" value={job} />
      </Section>
    </>
  );
}

function useRelatedLinks(job: ListedJob) {
  const { requests, deliveries } = useStore().values;
  const cause = requests.value?.find(({ caused }) => caused.jobs.includes(job.job_id));
  const sent = deliveries.value?.flatMap(({ id, event }) => (isAbout(event, job) ? [id] : [])) ?? [];
  return {
    Project: linksTo('projects', [job.project_id]),
    'Started by': linksTo('requests', [cause?.id]),
    Deliveries: linksTo('deliveries', sent),
  };
}

/** Whether an event names a job or its export. */
export function isAbout({ data }: Delivery['event'], { job_id, export_id }: ListedJob): boolean {
  // Cast: the type of the data depends on the event's type.
  const named = data as EventData;
  return named.job_id === job_id || (export_id !== null && named.export_id === export_id);
}

export function Progress({ job: { progress } }: { readonly job: ListedJob }) {
  return (
    <>
      <progress max={100} value={progress ?? 0} aria-label="Progress" /> {progress ?? 0} %
    </>
  );
}

/** Buttons that end an open job or put it on hold. */
function JobActions({ job: { job_id, status, due_at } }: { readonly job: ListedJob }) {
  const store = useStore();
  const { isOff, run } = useAction();
  const [error, setError] = useState('');
  const [seconds, setSeconds] = useState<number>();
  const end = (body: JobParams) =>
    run(async () => {
      await store.control.call('jobs.end', { id: job_id, body, scope: store.scope });
      store.readAgain('jobs', 'clock');
    });
  return (
    <fieldset class="actions" disabled={isOff}>
      <legend class="visually-hidden">What to do with the job</legend>
      <button type="button" class="primary" onClick={() => end({ status: 'completed' })}>
        {status === 'review' ? 'Approve' : 'Complete'}
      </button>
      {due_at !== null && (
        <span>
          <button type="button" onClick={() => end({ status: 'held', seconds })}>
            Hold
          </button>{' '}
          <input
            type="number"
            min={0}
            aria-label="Seconds to hold it; until it is ended if empty"
            placeholder="seconds"
            onInput={({ currentTarget: { value } }) => setSeconds(value === '' ? undefined : Number(value))}
          />
        </span>
      )}
      <button type="button" class="danger" onClick={() => end({ status: 'cancelled' })}>
        Cancel job
      </button>
      <button type="button" class="danger" onClick={() => end({ status: 'failed', error: error || undefined })}>
        Fail
      </button>
      <input
        aria-label="Error of the job if it fails"
        placeholder="with this error"
        value={error}
        onInput={({ currentTarget }) => setError(currentTarget.value)}
      />
    </fieldset>
  );
}

/** Shows the job's rendered file, which is served by the mock. */
function JobFile({ job: { kind, download_url } }: { readonly job: ListedJob }) {
  if (download_url === null) return null;
  const { pathname, search } = new URL(download_url);
  // The URL can contain another of the mock's host names, but the page may only load from its own origin.
  const src = location.origin + pathname + search;
  const preview = new URL(src);
  preview.searchParams.set(PREVIEW, '');
  const Player = kind === 'sound' ? 'audio' : 'video';
  return (
    <p class="file">
      <Player src={preview.href} controls preload="metadata" aria-label="The file of the job" />
      <a href={src} download>
        Download
      </a>
    </p>
  );
}
