import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { Status } from '../ui/status.tsx';
import { hintOf } from './hint.ts';
import { requestOf } from './request-of.ts';
import { useTimeline } from './view-context.ts';

/** How the last change went, unless it was just done. */
export function AnswerNote() {
  const { view } = useTimeline();
  const { values } = useStore();
  const answer = view.answer.value;
  if (view.isSending.value) return <p class="answer muted">Sent…</p>;
  const hint = hintOf(view.timeline.value, view.edit.value);
  if (hint !== undefined) return <p class="answer muted">{hint}</p>;
  if (!answer || answer.outcome === 'done') return null;
  const { outcome, text, param } = answer;
  const request = requestOf(answer, values.requests.value ?? []);
  const requestId = answer.requestId ?? request?.id;
  const close = () => {
    view.answer.value = undefined;
  };
  return (
    <div class={`answer ${outcome}`} role={outcome === 'different' ? 'status' : 'alert'}>
      <Status outcome={shapes[outcome]}>{request?.fault ? 'Hit by a fault' : titles[outcome]}</Status>
      <span>{text}</span>
      {param && !text.includes(param) && <code>{param}</code>}
      {request?.fault && <a href={hrefTo('faults')}>{request.why?.message ?? request.fault}</a>}
      {outcome === 'lost' && <span>The project was read again.</span>}
      {requestId !== undefined && <a href={hrefTo('requests', requestId)}>{requestId}</a>}
      <button type="button" onClick={close}>
        Close
      </button>
    </div>
  );
}

const titles = { different: 'Different', refused: 'Not changed', lost: 'No answer' } as const;

const shapes = { different: 'replayed', refused: 'refused', lost: 'failed' } as const;
