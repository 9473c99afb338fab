import { type FaultTarget, faultKinds } from '../../faults/fault-kinds.ts';
import { useStore } from '../app/store.ts';
import { Choice } from '../ui/controls.tsx';
import { type FaultDraft, kindOf, newDraft } from './draft.ts';

export interface DraftProps {
  readonly draft: FaultDraft;
  readonly onChange: (changed: Partial<FaultDraft>) => void;
}

/** `Next [2] calls to [projects.create] respond with [503]`. */
export function FaultSentence({ draft, onChange }: DraftProps) {
  const { target, kind, isAfter } = draft;
  const kinds = Object.entries(faultKinds[target]).map(([name, { says }]) => [name, says] as const);
  return (
    <div class="sentence">
      <Count draft={draft} onChange={onChange} />
      <Choice<FaultTarget>
        label="Calls or deliveries"
        value={target}
        options={[
          ['calls', 'calls'],
          ['deliveries', 'deliveries'],
        ]}
        onChange={(changed) => onChange(newDraft(changed, changed === 'calls' ? 'status' : 'duplicate'))}
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

/** Chooses the endpoint or the event type. */
function Place({ draft: { target, of }, onChange }: DraftProps) {
  const { endpoints, eventTypes } = useStore().about;
  const isOfCalls = target === 'calls';
  const names = isOfCalls ? Object.keys(endpoints) : eventTypes;
  return (
    <>
      {isOfCalls ? 'to' : 'of'}
      <Choice
        label={isOfCalls ? 'Endpoint' : 'Event'}
        value={of}
        options={[['', isOfCalls ? 'any endpoint' : 'any event'], ...names.map((name) => [name, name] as const)]}
        onChange={(changed) => onChange({ of: changed })}
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
