import type { ListedWorkspace } from 'clipwright/mock';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatRoute } from '../app/route.ts';
import { goTo } from '../app/router.ts';
import { useAction, useScopeName, useStore } from '../app/store.ts';
import { Time } from '../app/times.tsx';
import { maskedKey, workspaceIdOf } from '../data/workspaces.ts';
import { announce, showRefusal } from '../ui/announce.tsx';
import { FileArea, isCaptionFile, projectNameOf, Snapshot } from './files.tsx';

export function State() {
  const [chosen, setChosen] = useState<File>();
  const store = useStore();
  const { run } = useAction();
  const seed = async (file: File) => {
    const body = { name: projectNameOf(file.name), captions: await file.text() };
    const { id } = await store.control.call('seed.project', { body, scope: store.scope });
    goTo('projects', id);
  };
  const take = (file: File) => {
    if (isCaptionFile(file.name)) void run(() => seed(file));
    else if (file.name.endsWith('.json')) setChosen(file);
    // The isolate characters keep a right-to-left file name from reordering the sentence.
    else showRefusal(`\u2068${file.name}\u2069 is neither a snapshot (.json) nor captions (.vtt or .srt).`);
  };
  return (
    <FileArea onFile={take}>
      <section aria-labelledby="state-title" class="state">
        <h1 id="state-title">State</h1>
        <Workspaces />
        <Snapshot chosen={chosen} onFile={take} onEnd={() => setChosen(undefined)} />
        <Reset />
      </section>
    </FileArea>
  );
}

function Workspaces() {
  const { apiKey, values } = useStore();
  const workspaces = values.workspaces.value;
  if (!workspaces) return null;
  if (workspaces.length === 0) return <p>Nothing was created yet.</p>;
  return (
    <table class="workspaces">
      <caption>Workspaces, one for each API key</caption>
      <thead>
        <tr>
          <th>API key</th>
          <th>Projects</th>
          <th>Jobs</th>
          <th>Webhooks</th>
          <th>Its time</th>
        </tr>
      </thead>
      <tbody>
        {workspaces.map((each) => (
          <Row key={each.apiKey} workspace={each} isShown={each.apiKey === apiKey.value} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ workspace, isShown }: { readonly workspace: ListedWorkspace; readonly isShown: boolean }) {
  const { apiKey, projects, jobs, webhooks, now } = workspace;
  return (
    <tr>
      <td>
        <a
          href={formatRoute({ view: 'state', query: { workspace: workspaceIdOf(apiKey) } })}
          aria-current={isShown || undefined}
        >
          {maskedKey(apiKey)}
        </a>
        {isShown && ' (shown)'}
      </td>
      <td>{projects}</td>
      <td>{jobs}</td>
      <td>{webhooks}</td>
      <td>
        <Time at={now} />
      </td>
    </tr>
  );
}

/** The word to type before all workspaces are reset. */
const WORD = 'reset';

/** Resets the mock after a confirmation. To reset all workspaces, the user must type a word. */
function Reset() {
  const { isOff } = useAction();
  const scopeName = useScopeName();
  const [isAsking, setIsAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const end = () => {
    setIsAsking(false);
    // Wait until the button is rendered again.
    requestAnimationFrame(() => opener.current?.focus());
  };
  return (
    <>
      <h2>Reset</h2>
      <p class="muted">Removes what is stored, and its requests, deliveries, jobs and faults.</p>
      {isAsking ? (
        <Confirm onEnd={end} />
      ) : (
        <button type="button" class="danger" ref={opener} disabled={isOff} onClick={() => setIsAsking(true)}>
          Reset {scopeName}…
        </button>
      )}
    </>
  );
}

function Confirm({ onEnd }: { readonly onEnd: () => void }) {
  const store = useStore();
  const { isOff, run } = useAction();
  const scopeName = useScopeName();
  const word = store.apiKey.value === undefined ? WORD : '';
  const [typed, setTyped] = useState('');
  const form = useRef<HTMLFormElement>(null);
  // Do not focus the submit button, because an Enter key that is still held down would confirm the reset.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('input, [type="button"]')?.focus(), []);
  const reset = async () => {
    await store.control.call('reset', { scope: store.scope });
    announce('The reset is done.');
  };
  return (
    <form
      ref={form}
      class="actions confirm"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === word) void run(reset).finally(onEnd);
      }}
    >
      {word && (
        <label>
          Type <b>{word}</b> <input value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
        </label>
      )}
      <button type="submit" class="danger" disabled={isOff || typed !== word}>
        Reset {scopeName}
      </button>
      <button type="button" onClick={onEnd}>
        Cancel
      </button>
    </form>
  );
}
