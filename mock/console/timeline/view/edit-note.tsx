import { hrefTo } from '../../app/router.ts';
import { useStore } from '../../app/store.ts';
import { Status } from '../../ui/status.tsx';
import { hintOf } from '../model/edit.ts';
import { useTimeline } from '../model/editor.ts';
import { hitOf } from '../model/send.ts';

/** Describes the outcome of the last edit, with a button that undoes it. */
export function EditNote() {
  const { view, editor } = useTimeline();
  const { values } = useStore();
  const sent = view.sent.value;
  if (view.isSending.value) return <p class="edit-note muted">Sent…</p>;
  const hint = hintOf(view.timeline.value, view.edit.value);
  if (hint !== undefined) return <p class="edit-note muted">{hint}</p>;
  const hit = sent && hitOf(sent, values.requests.value ?? []);
  if (!sent) return null;
  const { outcome, text, param, requestId, way } = sent;
  const { title, shape } = shown[outcome];
  const back = way === 'undo' ? 'redo' : 'undo';
  const isMade = outcome === 'done' || outcome === 'different';
  const close = () => {
    view.sent.value = undefined;
  };
  return (
    <div class={`edit-note ${outcome}`} role={roles[outcome]}>
      <Status outcome={shape}>{hit ? 'Hit by a fault' : way === 'undo' ? 'Undone' : title}</Status>
      <span>{text}</span>
      {param && !text.includes(param) && <code>{param}</code>}
      {hit && <a href={hrefTo('requests', hit.id)}>{hit.why?.message ?? hit.fault}</a>}
      {outcome === 'lost' && <span>The project was read again.</span>}
      {requestId !== null && <a href={hrefTo('requests', requestId)}>{requestId}</a>}
      {isMade && editor.history.next(back) && (
        <button type="button" disabled={editor.isOff.value} onClick={() => void editor.repeat(back)}>
          {back === 'undo' ? 'Undo' : 'Redo'}
        </button>
      )}
      <button type="button" onClick={close}>
        Close
      </button>
    </div>
  );
}

/** `done` has no role, because `announce` makes screen readers read out a success. */
const roles = { done: undefined, different: 'status', unchanged: 'status', refused: 'alert', lost: 'alert' } as const;

const shown = {
  done: { title: 'Done', shape: 'ok' },
  different: { title: 'Different', shape: 'replayed' },
  unchanged: { title: 'Nothing changed', shape: 'replayed' },
  refused: { title: 'Not changed', shape: 'refused' },
  lost: { title: 'No response', shape: 'failed' },
} as const;
