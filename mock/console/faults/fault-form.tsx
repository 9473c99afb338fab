import { useRef } from 'preact/hooks';
import { useAction, useStore } from '../app/store.ts';
import { maskedKey } from '../data/workspaces.ts';
import { literal } from '../reproduce/literal.ts';
import { announce } from '../ui/announce.tsx';
import { Choice, CopyButton } from '../ui/controls.tsx';
import { Json } from '../ui/detail.tsx';
import { faultOf } from './draft.ts';
import { type DraftProps, FaultSentence } from './fault-sentence.tsx';

/** A fault as a sentence of fields, next to its JSON and its line of code. */
export function FaultForm(props: DraftProps) {
  const store = useStore();
  const { isOff, run } = useAction();
  const fault = faultOf(props.draft);
  const code = `mock.faults.add(${literal(fault)});`;
  const add = async () => {
    const { id } = await store.control.call('faults.add', { body: fault, scope: store.scope });
    announce(`${id} was added.`);
    store.readAgain('faults');
  };
  return (
    <form
      class="fault-form"
      onSubmit={(event) => {
        event.preventDefault();
        void run(add);
      }}
    >
      <div class="fields">
        <FaultSentence {...props} />
        <FaultConditions {...props} />
        <p>
          <button type="submit" class="main" disabled={isOff}>
            Add fault
          </button>{' '}
          <span class="muted">For {ofWhom(store.apiKey.value)}.</span>
        </p>
      </div>
      <div>
        <h3>As JSON</h3>
        <Json label="The fault as JSON" value={fault} />
        <h3>In a test</h3>
        <Json label="The line of code" value={code} />
        <p>
          <CopyButton text={() => code}>Copy the line</CopyButton>
        </p>
      </div>
    </form>
  );
}

function ofWhom(apiKey: string | undefined): string {
  return apiKey === undefined ? 'all API keys' : `the API key ${maskedKey(apiKey)} alone`;
}

/** Conditions that few faults need. The panel is open if the draft has one. */
function FaultConditions({ draft, onChange }: DraftProps) {
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
          Headers of the response, one a line
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

/** Limits the fault to one project or webhook. */
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
