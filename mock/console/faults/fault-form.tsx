import { useRef } from 'preact/hooks';
import { type FaultTarget, faultKinds } from '../../faults/fault-kinds.ts';
import { fileKinds } from '../../http/urls.ts';
import { useAction, useStore } from '../app/store.ts';
import { maskedKey } from '../data/workspaces.ts';
import { literal } from '../reproduce/code.ts';
import { announce } from '../ui/announce.tsx';
import { Choice, CopyButton, Form } from '../ui/controls.tsx';
import { Json } from '../ui/json.tsx';
import { type FaultDraft, faultOf, hasHeaders, kindOf, newDraft, targetForms } from './draft.ts';

/** A form that describes a fault in a sentence, next to the fault's JSON and code. */
export function FaultForm(props: DraftProps) {
  const store = useStore();
  const { isOff, run } = useAction();
  const apiKey = store.apiKey.value;
  const fault = faultOf(props.draft);
  const code = `mock.faults.add(${literal(fault)});`;
  const add = async () => {
    const { id } = await store.control.call('faults.add', { body: fault, scope: store.scope });
    announce(`${id} was added.`);
    store.readAgain('faults');
  };
  return (
    <Form class="fault-form" onSubmit={() => run(add)}>
      <div class="fields">
        <FaultSentence {...props} />
        <FaultConditions {...props} />
        <p>
          <button type="submit" class="primary" disabled={isOff}>
            Add fault
          </button>{' '}
          <span class="muted">
            For {apiKey === undefined ? 'all API keys' : `the API key ${maskedKey(apiKey)} alone`}.
          </span>
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
    </Form>
  );
}

/** A panel for conditions that few faults need. The panel is open if the draft has such a condition. */
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
      {targetForms[target].only && <Only draft={draft} onChange={onChange} />}
      {hasHeaders(target, kind) && (
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
  const [label, names] =
    target === 'calls'
      ? ['Project', projects.value?.map(({ id, name }) => [id, name] as const)]
      : ['Webhook', webhooks.value?.map(({ id, url }) => [id, url] as const)];
  const options = names?.map(([id, name]) => [id, `${name} (${id.slice(0, 8)})`] as const) ?? [];
  return (
    <div class="condition">
      {label}
      <Choice label={label} value={only} options={[['', 'any'], ...options]} onChange={(only) => onChange({ only })} />
    </div>
  );
}

interface DraftProps {
  readonly draft: FaultDraft;
  readonly onChange: (changed: Partial<FaultDraft>) => void;
}

/** A sentence with fields, such as `Next [2] calls to [projects.create] respond with [503]`. */
function FaultSentence({ draft, onChange }: DraftProps) {
  const { target, kind, isAfter } = draft;
  const kinds = Object.entries(faultKinds[target]).map(([name, { says }]) => [name, says] as const);
  return (
    <div class="sentence">
      <Count draft={draft} onChange={onChange} />
      <Choice<FaultTarget>
        label="Calls, downloads or deliveries"
        value={target}
        options={[
          ['calls', 'calls'],
          ['files', 'downloads'],
          ['deliveries', 'deliveries'],
        ]}
        onChange={(changed) => onChange(newDraft(changed, changed === 'deliveries' ? 'duplicate' : 'status'))}
      />
      <Place draft={draft} onChange={onChange} />
      <Choice
        label="What happens"
        value={kind}
        options={kinds}
        onChange={(changed) => onChange({ kind: changed, value: kindOf(target, changed).example ?? '' })}
      />
      <Value draft={draft} onChange={onChange} />
      {target === 'calls' && !kindOf(target, kind).isAfter && (
        <Choice
          label="When"
          value={isAfter ? 'after' : 'before'}
          options={[
            ['before', 'before the service sees them'],
            ['after', 'after the work is done'],
          ]}
          onChange={(when) => onChange({ isAfter: when === 'after' })}
        />
      )}
    </div>
  );
}

function Count({ draft: { times }, onChange }: DraftProps) {
  return (
    <>
      <Choice
        label="How many"
        value={times === '' ? 'all' : 'next'}
        options={[
          ['next', 'Next'],
          ['all', 'All'],
        ]}
        onChange={(changed) => onChange({ times: changed === 'all' ? '' : '1' })}
      />
      {times !== '' && (
        <input
          type="number"
          aria-label="Number"
          required
          min={1}
          value={times}
          onInput={({ currentTarget: { value } }) => value && onChange({ times: value })}
        />
      )}
    </>
  );
}

function Place({ draft: { target, of }, onChange }: DraftProps) {
  const { endpoints, eventTypes } = useStore().about;
  const [label, names] = (
    {
      calls: ['Endpoint', Object.keys(endpoints)],
      files: ['Kind of file', fileKinds],
      deliveries: ['Event', eventTypes],
    } as const
  )[target];
  return (
    <>
      {targetForms[target].preposition}
      <Choice
        label={label}
        value={of}
        options={[['', `any ${label.toLowerCase()}`], ...names.map((name) => [name, name] as const)]}
        onChange={(of) => onChange({ of })}
      />
    </>
  );
}

function Value({ draft: { target, kind, value }, onChange }: DraftProps) {
  const { type, label, unit, min, max } = kindOf(target, kind);
  if (type === 'flag') return null;
  const onInput = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
    onChange({ value: currentTarget.value });
  return (
    <>
      {type === 'number' ? (
        <input type="number" aria-label={label} required min={min} max={max} value={value} onInput={onInput} />
      ) : (
        <input type="text" class={type} aria-label={label} required value={value} onInput={onInput} />
      )}
      {unit}
    </>
  );
}
