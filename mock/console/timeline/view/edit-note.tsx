import { useEffect } from 'preact/hooks';
import { hrefTo } from '../../app/router.ts';
import { useStore } from '../../app/store.ts';
import { announce } from '../../ui/announce.tsx';
import { Status } from '../../ui/status.tsx';
import { hintOf } from '../model/edit.ts';
import { useTimeline } from '../model/editor.ts';
import type { Way } from '../model/history.ts';
import { hitOf, type SentEdit } from '../model/send.ts';

/** Describes the outcome of the last edit, with a button that undoes or redoes it. */
export function EditNote() {
  const { view } = useTimeline();
  const { values } = useStore();
  const sent = view.sent.value;
  const isAlert = ['partial', 'refused', 'lost'].includes(String(sent?.outcome));
  useEffect(() => {
    // Screen readers read out an alert by themselves.
    if (sent && !isAlert) announce(sent.text);
  }, [sent]);
  const hint =
    hintOf(view.expected.value, view.edit.value) ?? (sent ? undefined : waitingText(view.queue.value.length));
  if (hint !== undefined) return <p class="edit-note muted">{hint}</p>;
  if (!sent) return null;
  const hit = hitOf(sent, values.requests.value ?? []);
  const { outcome, text, param, requestId, way } = sent;
  const { title, shape } = shown[outcome];
  const isMade = ['done', 'different', 'partial'].includes(outcome);
  const close = () => {
    view.sent.value = undefined;
  };
  return (
    <div class={`edit-note ${outcome}`} role={isAlert ? 'alert' : undefined}>
      <Status outcome={shape}>{hit ? 'Hit by a fault' : way === 'undo' ? 'Undone' : title}</Status>
      {!(hit && outcome === 'lost') && <span>{text}</span>}
      {param && !text.includes(param) && <code>{param}</code>}
      {hit && <a href={hrefTo('requests', hit.id)}>{hit.why?.message ?? hit.fault}</a>}
      {isAlert && <Failure {...sent} />}
      {requestId !== null && <a href={hrefTo('requests', requestId)}>{requestId}</a>}
      {isMade && <Back way={way === 'undo' ? 'redo' : 'undo'} />}
      <button type="button" onClick={close}>
        Close
      </button>
    </div>
  );
}

/** Says what became of a typed text, of the project, and of the edits that followed. */
function Failure({ outcome, typed, unsent }: SentEdit) {
  return (
    <>
      {typed !== undefined && <span>The text was "{typed}".</span>}
      {outcome === 'lost' && <span>The project was read again.</span>}
      {unsent !== undefined && <span>What followed it ({unsent}) was not sent.</span>}
    </>
  );
}

function waitingText(count: number): string | undefined {
  if (count === 0) return undefined;
  return count > 1 ? `Sent… ${count - 1} more to send.` : 'Sent…';
}

/** A button that undoes or redoes the last edit, or a text that says that this is not possible. */
function Back({ way }: { readonly way: Way }) {
  const { view, editor } = useTimeline();
  if (!editor.history.next(way, view.timeline.value))
    return <span>It cannot be {way === 'undo' ? 'undone' : 'redone'}.</span>;
  return (
    <button type="button" disabled={editor.isOff.value} onClick={() => void editor.send(way)}>
      {way === 'undo' ? 'Undo' : 'Redo'}
    </button>
  );
}

const shown = {
  done: { title: 'Done', shape: 'ok' },
  different: { title: 'Different', shape: 'replayed' },
  partial: { title: 'Partly done', shape: 'failed' },
  unchanged: { title: 'Nothing changed', shape: 'replayed' },
  refused: { title: 'Not changed', shape: 'refused' },
  lost: { title: 'No response', shape: 'failed' },
} as const;
