import { useStore } from '../app/store-context.ts';
import { useAction } from '../app/use-action.ts';
import { maskedKey } from '../app/workspace.ts';
import { literal } from '../reproduce/literal.ts';
import { announce } from '../ui/announce.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Json } from '../ui/json.tsx';
import { faultOf } from './draft.ts';
import { FaultConditions } from './fault-conditions.tsx';
import { type DraftProps, FaultSentence } from './fault-sentence.tsx';

/** A fault as a sentence of fields, beside what they make. */
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
