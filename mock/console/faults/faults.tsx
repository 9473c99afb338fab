import { useSignal } from '@preact/signals';
import type { Fault } from 'clipwright/mock';
import { route } from '../app/router.ts';
import { ActiveFaults } from './active-faults.tsx';
import { draftOf, type FaultDraft, newDraft, presets } from './draft.ts';
import { FaultForm } from './fault-form.tsx';

/** The faults in force, and a form to add another. */
export function Faults() {
  const { endpoint = '', status = '' } = route.value.query;
  // The key resets the form when the address asks for another fault.
  return (
    <section aria-labelledby="faults-title" class="faults">
      <h1 id="faults-title">Faults</h1>
      <ActiveFaults />
      <NewFault key={`${endpoint} ${status}`} initial={draftOfAddress(endpoint, status)} />
    </section>
  );
}

function NewFault({ initial }: { readonly initial: FaultDraft }) {
  const draft = useSignal(initial);
  return (
    <>
      <h2>New fault</h2>
      <Presets
        onChoose={(fault) => {
          draft.value = draftOf(fault);
        }}
      />
      <FaultForm
        draft={draft.value}
        onChange={(changed) => {
          draft.value = { ...draft.value, ...changed };
        }}
      />
    </>
  );
}

function Presets({ onChoose }: { readonly onChoose: (fault: Fault) => void }) {
  return (
    <fieldset class="presets">
      <legend>Start from</legend>
      {Object.entries(presets).map(([name, fault]) => (
        <button key={name} type="button" onClick={() => onChoose(fault)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** The draft in the address: a request links here to make a fault of it. */
function draftOfAddress(of: string, status: string): FaultDraft {
  const draft = newDraft('calls', 'status');
  return { ...draft, of, value: status || draft.value };
}
