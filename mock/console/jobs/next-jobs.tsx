import type { JobOutcome } from 'clipwright/mock';
import { useState } from 'preact/hooks';
import { useAction, useStore } from '../app/store.ts';
import { Choice, Form } from '../ui/controls.tsx';

const meanings = { completed: 'completed', failed: 'failed', held: 'held', review: 'held for review' } as const;

/** Sets the outcomes of the jobs that start next. */
export function NextJobs() {
  const store = useStore();
  const { control, scope } = store;
  const { isOff, run } = useAction();
  const [status, setStatus] = useState('failed');
  const outcomes = store.values.nextJobs.value ?? [];
  const act = (change: () => Promise<unknown>) =>
    run(async () => {
      await change();
      store.readAgain('nextJobs');
    });
  return (
    <details class="panel">
      <summary>Next jobs ({outcomes.length})</summary>
      {outcomes.length === 0 && <p>All new jobs complete.</p>}
      <ol>
        {outcomes.map((outcome, index) => (
          <li key={`${index} ${outcome.status}`}>{sentenceOf(outcome)}</li>
        ))}
      </ol>
      <Form
        onSubmit={(form) => act(() => control.call('jobs.next', { body: outcomeOfForm(new FormData(form)), scope }))}
      >
        <fieldset disabled={isOff}>
          <legend class="visually-hidden">Add an outcome</legend>
          <label>
            Number of jobs <input name="times" type="number" min={1} defaultValue={1} />
          </label>{' '}
          <Choice
            label="Outcome"
            name="status"
            value={status}
            options={Object.entries(meanings)}
            onChange={setStatus}
          />{' '}
          {status === 'failed' && <input name="error" aria-label="Error" placeholder="with this error" />}
          {(status === 'held' || status === 'review') && (
            <input name="seconds" type="number" min={0} aria-label="Seconds" placeholder="seconds" />
          )}
          <div class="actions">
            <button type="submit" class="primary">
              Add
            </button>
            <button
              type="button"
              class="danger"
              disabled={outcomes.length === 0}
              onClick={() => act(() => control.call('jobs.clearNext', { scope }))}
            >
              Clear
            </button>
          </div>
        </fieldset>
      </Form>
    </details>
  );
}

function sentenceOf({ status, times = 1, error, seconds }: JobOutcome): string {
  const details = [error && `with “${error}”`, seconds !== undefined && `for ${seconds} s`].filter(Boolean);
  return [`${times} ${meanings[status]}`, ...details].join(' ');
}

/** Reads an outcome from the form. Empty fields are omitted. */
export function outcomeOfForm(form: FormData): JobOutcome {
  const { status, error, seconds, times } = Object.fromEntries(form);
  return {
    // Cast: the field only offers these statuses.
    status: String(status) as JobOutcome['status'],
    ...(error ? { error: String(error) } : {}),
    ...(seconds ? { seconds: Number(seconds) } : {}),
    ...(times ? { times: Number(times) } : {}),
  };
}
