import { hrefTo } from '../../app/router.ts';
import { useStore } from '../../app/store.ts';
import { Status } from '../../ui/status.tsx';
import { hintOf } from '../model/edit.ts';
import { useTimeline } from '../model/editor.ts';
import { hitOf } from '../model/send.ts';

/** Describes the outcome of the last edit, unless it simply succeeded. */
export function EditNote() {
  const { view } = useTimeline();
  const { values } = useStore();
  const sent = view.sent.value;
  if (view.isSending.value) return <p class="edit-note muted">Sent…</p>;
  const hint = hintOf(view.timeline.value, view.edit.value);
  if (hint !== undefined) return <p class="edit-note muted">{hint}</p>;
  const hit = sent && hitOf(sent, values.requests.value ?? []);
  if (!sent || (sent.outcome === 'done' && !hit)) return null;
  const { outcome, text, param, requestId } = sent;
  const { title, shape } = shown[outcome];
  const close = () => {
    view.sent.value = undefined;
  };
  return (
    <div class={`edit-note ${outcome}`} role={outcome === 'refused' || outcome === 'lost' ? 'alert' : 'status'}>
      <Status outcome={shape}>{hit ? 'Hit by a fault' : title}</Status>
      <span>{text}</span>
      {param && !text.includes(param) && <code>{param}</code>}
      {hit && <a href={hrefTo('requests', hit.id)}>{hit.why?.message ?? hit.fault}</a>}
      {outcome === 'lost' && <span>The project was read again.</span>}
      {requestId !== null && <a href={hrefTo('requests', requestId)}>{requestId}</a>}
      <button type="button" onClick={close}>
        Close
      </button>
    </div>
  );
}

const shown = {
  done: { title: 'Done', shape: 'ok' },
  different: { title: 'Different', shape: 'replayed' },
  refused: { title: 'Not changed', shape: 'refused' },
  lost: { title: 'No response', shape: 'failed' },
} as const;
