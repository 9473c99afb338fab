import { useSignal } from '@preact/signals';
import type { ListedJob } from 'clipwright/mock';
import { useStore } from '../app/store-context.ts';
import { useAction } from '../ui/use-action.ts';

/** Ends or holds a job that is open. */
export function JobActions({ job: { job_id, status, due_at } }: { readonly job: ListedJob }) {
  const store = useStore();
  const { isOff, run } = useAction();
  const error = useSignal('');
  const seconds = useSignal<number | undefined>(undefined);
  const { jobs } = store.mock;
  const act = (change: () => Promise<void>) =>
    run(async () => {
      await change();
      store.readAgain('jobs', 'clock');
    });
  return (
    <fieldset class="actions" disabled={isOff}>
      <legend class="visually-hidden">What to do with the job</legend>
      <button type="button" onClick={() => act(() => jobs.complete(job_id, store.scope))}>
        {status === 'review' ? 'Approve' : 'Complete'}
      </button>
      {due_at !== null && (
        <span>
          <button type="button" onClick={() => act(() => jobs.hold(job_id, seconds.value, store.scope))}>
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
      <button type="button" onClick={() => act(() => jobs.cancel(job_id, store.scope))}>
        Cancel
      </button>
      <button type="button" onClick={() => act(() => jobs.fail(job_id, error.value || undefined, store.scope))}>
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
