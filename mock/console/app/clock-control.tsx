import { useAction, useStore } from './store.ts';
import { Time } from './times.tsx';

const steps = [
  { name: '+1 s', seconds: 1 },
  { name: '+10 s', seconds: 10 },
  { name: '+1 min', seconds: 60 },
  { name: '+1 h', seconds: 3600 },
] as const;

/** Shows mock time and how it passes, and advances it. */
export function ClockControl() {
  const store = useStore();
  const { isOff, run } = useAction();
  const clock = store.values.clock.value;
  if (!clock) return null;
  const advance = (seconds: number) =>
    run(() => store.control.call('clock.advance', { body: { advance_seconds: seconds }, scope: store.scope }));
  const { mode, now, speed, nextDue } = clock;
  const toNextDue = nextDue === null ? undefined : Math.max(0, (Date.parse(nextDue) - Date.parse(now)) / 1000);
  return (
    <fieldset class="clock" disabled={isOff}>
      <legend>
        {mode} clock{speed === null || speed === 1 ? '' : ` × ${speed}`} <Time at={now} />
      </legend>
      {steps.map(({ name, seconds }) => (
        <button key={name} type="button" aria-label={`Advance time ${name}`} onClick={() => advance(seconds)}>
          {name}
        </button>
      ))}
      <button
        type="button"
        title="Advance time to what is due next"
        disabled={toNextDue === undefined}
        onClick={() => advance(toNextDue ?? 0)}
      >
        Next due
      </button>
    </fieldset>
  );
}
