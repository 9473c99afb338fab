import { useSignal } from '@preact/signals';
import type { ListedJob } from 'clipwright/mock';
import type { JobParams } from '../../control/models/state.ts';
import { useStore } from '../app/store-context.ts';
import { useAction } from '../app/use-action.ts';

/** Ends or holds a job that is open. */
export function JobActions({ job: { job_id, status, due_at } }: { readonly job: ListedJob }) {
  const store = useStore();
  const { isOff, run } = useAction();
  const error = useSignal('');
  const seconds = useSignal<number | undefined>(undefined);
  const end = (body: JobParams) =>
    run(async () => {
      await store.control.call('jobs.end', { id: job_id, body, scope: store.scope });
      store.readAgain('jobs', 'clock');
    });
  return (
    <fieldset class="actions" disabled={isOff}>
      <legend class="visually-hidden">What to do with the job</legend>
      <button type="button" onClick={() => end({ status: 'completed' })}>
        {status === 'review' ? 'Approve' : 'Complete'}
      </button>
      {due_at !== null && (
        <span>
          <button type="button" onClick={() => end({ status: 'held', seconds: seconds.value })}>
            Hold
          </button>{' '}
          <input
            type="number"
            min={0}
            aria-label="Seconds to hold it; until it is ended if empty"
            placeholder="for seconds"
            onInput={({ currentTarget }) => {
              seconds.value = currentTarget.value === '' ? undefined : currentTarget.valueAsNumber;
            }}
          />
        </span>
      )}
      <button type="button" onClick={() => end({ status: 'cancelled' })}>
        Cancel
      </button>
      <button type="button" onClick={() => end({ status: 'failed', error: error.value || undefined })}>
        Fail
      </button>
      <input
        aria-label="Error of the job if it fails"
        placeholder="with this error"
        value={error.value}
        onInput={({ currentTarget }) => {
          error.value = currentTarget.value;
        }}
      />
    </fieldset>
  );
}
