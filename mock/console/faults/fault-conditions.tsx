import { useRef } from 'preact/hooks';
import { useStore } from '../app/store-context.ts';
import { Choice } from '../ui/choice.tsx';
import type { DraftProps } from './fault-sentence.tsx';

/** What few faults need. Open once the draft has any of it. */
export function FaultConditions({ draft, onChange }: DraftProps) {
  const { target, kind, only, share, headers } = draft;
  const isOpen = useRef(false);
  isOpen.current ||= [only, share, headers].some((each) => each !== '');
  return (
    <details open={isOpen.current}>
      <summary>More conditions</summary>
      <label>
        Share of them, in percent
        <input
          type="number"
          min={1}
          max={100}
          placeholder="100"
          value={share}
          onInput={({ currentTarget }) => onChange({ share: currentTarget.value })}
        />
      </label>
      <Only draft={draft} onChange={onChange} />
      {target === 'calls' && kind === 'status' && (
        <label>
          Headers of the answer, a line each
          <textarea
            rows={2}
            placeholder="retry-after: 2"
            value={headers}
            onInput={({ currentTarget }) => onChange({ headers: currentTarget.value })}
          />
        </label>
      )}
    </details>
  );
}

/** One project or webhook alone. */
function Only({ draft: { target, only }, onChange }: DraftProps) {
  const { projects, webhooks } = useStore().values;
  const known =
    target === 'calls'
      ? (projects.value ?? []).map(({ id, name }) => [id, `${name} (${id.slice(0, 8)})`] as const)
      : (webhooks.value ?? []).map(({ id, url }) => [id, `${url} (${id.slice(0, 8)})`] as const);
  const name = target === 'calls' ? 'Project' : 'Webhook';
  return (
    <div class="condition">
      {name}
      <Choice
        label={name}
        value={only}
        options={[['', 'any'], ...known]}
        onChange={(changed) => onChange({ only: changed })}
      />
    </div>
  );
}
