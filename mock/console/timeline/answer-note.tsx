import { hrefTo } from '../app/router.ts';
import { Status } from '../ui/status.tsx';
import { hintOf } from './hint.ts';
import { useTimeline } from './view-context.ts';

/** How the last change went, unless it was just done. */
export function AnswerNote() {
  const { view } = useTimeline();
  const answer = view.answer.value;
  if (view.isSending.value) return <p class="answer muted">Sent…</p>;
  const hint = hintOf(view.timeline.value, view.edit.value);
  if (hint !== undefined) return <p class="answer muted">{hint}</p>;
  if (!answer || answer.outcome === 'done') return null;
  const { outcome, text, param, requestId } = answer;
  const close = () => {
    view.answer.value = undefined;
  };
  return (
    <div class={`answer ${outcome}`} role={outcome === 'refused' ? 'alert' : 'status'}>
      <Status outcome={outcome === 'refused' ? 'refused' : 'replayed'}>
        {outcome === 'refused' ? 'Not changed' : 'Different'}
      </Status>
      <span>{text}</span>
      {param && !text.includes(param) && <code>{param}</code>}
      {requestId !== null && <a href={hrefTo('requests', requestId)}>{requestId}</a>}
      <button type="button" onClick={close}>
        Close
      </button>
    </div>
  );
}
