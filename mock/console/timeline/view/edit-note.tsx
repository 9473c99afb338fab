import { hrefTo } from '../../app/router.ts';
import { useStore } from '../../app/store.ts';
import { Status } from '../../ui/status.tsx';
import { hintOf } from '../model/edit.ts';
import { useTimeline } from '../model/open-timeline.ts';
import { hitOf } from '../model/send.ts';

/** How the last change went, unless it was just done. */
export function AnswerNote() {
  const { view } = useTimeline();
  const { values } = useStore();
  const answer = view.answer.value;
  if (view.isSending.value) return <p class="answer muted">Sent…</p>;
  const hint = hintOf(view.timeline.value, view.edit.value);
  if (hint !== undefined) return <p class="answer muted">{hint}</p>;
  const hit = answer && hitOf(answer, values.requests.value ?? []);
  if (!answer || (answer.outcome === 'done' && !hit)) return null;
  const { outcome, text, param, requestId } = answer;
  const close = () => {
    view.answer.value = undefined;
  };
  return (
    <div class={`answer ${outcome}`} role={outcome === 'refused' || outcome === 'lost' ? 'alert' : 'status'}>
      <Status outcome={shapes[outcome]}>{hit ? 'Hit by a fault' : titles[outcome]}</Status>
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

const titles = { done: 'Done', different: 'Different', refused: 'Not changed', lost: 'No answer' } as const;

const shapes = { done: 'ok', different: 'replayed', refused: 'refused', lost: 'failed' } as const;
