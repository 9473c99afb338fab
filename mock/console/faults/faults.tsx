import type { ActiveFault } from 'clipwright/mock';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { targetOf } from '../../faults/fault-kinds.ts';
import { hrefTo, route } from '../app/router.ts';
import { useAction, useStore } from '../app/store.ts';
import { maskedKey } from '../data/workspaces.ts';
import { draftOf, type FaultDraft, newDraft, presets, sentenceOf } from './draft.ts';
import { FaultForm } from './fault-form.tsx';

/** The active and the used-up faults, and a form to add a fault. */
export function Faults() {
  const { endpoint = '', status = '' } = route.value.query;
  // The key resets the form when the address changes to another fault.
  return (
    <section aria-labelledby="faults-title" class="faults">
      <h1 id="faults-title">Faults</h1>
      <ActiveFaults />
      <UsedUpFaults />
      <NewFault key={`${endpoint} ${status}`} initial={draftOfAddress(endpoint, status)} />
    </section>
  );
}

function NewFault({ initial }: { readonly initial: FaultDraft }) {
  const [draft, setDraft] = useState(initial);
  return (
    <>
      <h2>New fault</h2>
      <fieldset class="presets">
        <legend>Start from</legend>
        {Object.entries(presets).map(([name, fault]) => (
          <button key={name} type="button" onClick={() => setDraft(draftOf(fault))}>
            {name}
          </button>
        ))}
      </fieldset>
      <FaultForm draft={draft} onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))} />
    </>
  );
}

/** Returns a draft for the endpoint and status in the address. The button `Make a fault` of a request sets both. */
function draftOfAddress(of: string, status: string): FaultDraft {
  const draft = newDraft('calls', 'status');
  return { ...draft, of, value: status || draft.value };
}

function ActiveFaults() {
  const store = useStore();
  const { control, scope: shown } = store;
  const { isOff, run } = useAction();
  const faults = store.values.faults.value?.filter(({ left }) => left !== 0);
  if (!faults) return null;
  if (faults.length === 0) return <p>None in force: everything works.</p>;
  const change = (act: () => Promise<unknown>) => run(() => act().finally(() => store.readAgain('faults')));
  // A fault for all API keys does not belong to a workspace, so no workspace is sent when it is removed.
  const remove = ({ id, scope }: ActiveFault) =>
    change(() => control.call('faults.remove', { id, scope: scope === 'all' ? undefined : shown }));
  return (
    <>
      <ul class="active-faults" aria-label="Faults in force">
        {faults.map((fault) => (
          <FaultRow key={fault.id} fault={fault}>
            <button
              type="button"
              class="danger"
              disabled={isOff}
              aria-label={`Remove ${fault.id}`}
              onClick={() => remove(fault)}
            >
              Remove
            </button>
          </FaultRow>
        ))}
      </ul>
      <button
        type="button"
        class="danger"
        disabled={isOff}
        onClick={() => change(() => control.call('faults.clear', { scope: shown }))}
      >
        {store.apiKey.value === undefined ? 'Remove all' : 'Remove this workspace’s faults'}
      </button>
    </>
  );
}

/** The faults that have been applied as many times as `times` allows, newest first. */
function UsedUpFaults() {
  const usedUp = useStore().values.faults.value?.filter(({ left }) => left === 0) ?? [];
  if (usedUp.length === 0) return null;
  return (
    <>
      <h2>Used up</h2>
      <ul class="active-faults used-up" aria-label="Used up">
        {usedUp.toReversed().map((fault) => (
          <FaultRow key={fault.id} fault={fault} />
        ))}
      </ul>
    </>
  );
}

/** @param children The button that removes the fault; omitted for a used-up fault. */
function FaultRow({ fault, children }: { readonly fault: ActiveFault; readonly children?: ComponentChildren }) {
  const apiKey = useStore().apiKey.value;
  const { id, left, scope, times } = fault;
  const limit = left === null ? 'no limit' : left === 0 ? 'used up' : `${left} left`;
  // While a workspace is shown, a fault for one key is for the key of that workspace.
  const key = apiKey === undefined ? 'one API key' : `the API key ${maskedKey(apiKey)}`;
  return (
    <li>
      <b>{id}</b>
      <span class="sentence">
        {sentenceOf(draftOf({ ...fault, times: left || times }), left === 0 ? 'the first' : 'next')}
      </span>
      <span class="muted">
        <Hits fault={fault} />, {limit}, {scope === 'all' ? 'all API keys' : key}
      </span>
      {children}
    </li>
  );
}

/** Shows how often the fault was applied, with a link to the affected requests or deliveries. */
function Hits({ fault }: { readonly fault: ActiveFault }) {
  const { id, hits } = fault;
  const text = hits === 1 ? '1 hit' : `${hits} hits`;
  const view = targetOf(fault) === 'deliveries' ? 'deliveries' : 'requests';
  if (hits === 0) return <>{text}</>;
  return (
    <a href={hrefTo(view, undefined, { q: `fault:${id}` })} aria-label={`${text} of ${id}: show the ${view}`}>
      {text}
    </a>
  );
}
