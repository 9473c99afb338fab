import { useEffect, useState } from 'preact/hooks';
import type { StreamStatus } from '../data/event-stream.ts';
import { capitalized } from '../data/texts.ts';
import { maskedKey, workspaceIdOf } from '../data/workspaces.ts';
import { Choice } from '../ui/controls.tsx';
import { Status } from '../ui/status.tsx';
import { views } from './route.ts';
import { hrefTo, route, setQuery } from './router.ts';
import { Help } from './shortcuts.tsx';
import { useAction, useStore } from './store.ts';
import { Time, useMockNow } from './times.tsx';

export function Header() {
  const { apiKey, status, error } = useStore();
  const [isOpen, setIsOpen] = useState(false);
  const { view, query } = route.value;
  useEffect(() => setIsOpen(false), [view, query.workspace]);
  const problem = status.value === 'lost' ? LOST : status.value === 'open' ? error.value : undefined;
  return (
    <>
      <header class={`header${isOpen ? ' open' : ''}`}>
        <a class="title" href={hrefTo('overview')}>
          Clipwright mock
        </a>
        <span class={`connection ${status.value}`}>{connections[status.value]}</span>
        <button type="button" class="menu-button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Menu · {apiKey.value === undefined ? 'all API keys' : maskedKey(apiKey.value)}
        </button>
        <Navigation />
        <WorkspaceChoice />
        <ClockControl />
        <Help />
      </header>
      {problem !== undefined && (
        <p class="banner" role="alert">
          <Status outcome="failed">{problem}</Status>
        </p>
      )}
    </>
  );
}

const connections: Readonly<Record<StreamStatus, string>> = { connecting: 'Connecting', open: 'Live', lost: 'Lost' };

const LOST =
  'The mock does not respond. The page shows what it read last, and can change nothing until the mock is back.';

function Navigation() {
  const { view } = route.value;
  return (
    <nav aria-label="Views">
      {views.map((each) => (
        <a key={each} href={hrefTo(each)} aria-current={each === view ? 'page' : undefined}>
          {capitalized(each)}
        </a>
      ))}
    </nav>
  );
}

function WorkspaceChoice() {
  const { apiKey, values } = useStore();
  const shown = apiKey.value;
  const keys = (values.workspaces.value ?? []).map((workspace) => workspace.apiKey);
  const options = keys.map((key) => [workspaceIdOf(key), maskedKey(key)] as const);
  return (
    <div class="workspace">
      <Choice
        label="Workspace"
        value={shown === undefined ? '' : workspaceIdOf(shown)}
        options={[['', 'all API keys'], ...options]}
        onChange={(workspace) => setQuery({ workspace })}
      />
    </div>
  );
}

/** The seconds by which the buttons advance the clock. */
const steps = { '+1 s': 1, '+10 s': 10, '+1 min': 60, '+1 h': 3600 } as const;

/** Shows mock time and the clock's mode, and advances the clock. */
function ClockControl() {
  const store = useStore();
  const { isOff, run } = useAction();
  const mockNow = useMockNow();
  const clock = store.values.clock.value;
  if (!clock || mockNow === undefined) return null;
  const advance = (seconds: number) =>
    run(() => store.control.call('clock.advance', { body: { advance_seconds: seconds }, scope: store.scope }));
  const { mode, now, speed, nextDue } = clock;
  const toNextDue = nextDue === null ? undefined : Math.max(0, (Date.parse(nextDue) - Date.parse(now)) / 1000);
  return (
    <fieldset class="clock" disabled={isOff}>
      <legend>
        {mockNow === null ? (
          <span title="Some workspaces were advanced separately. Choose one to see its time.">clocks differ</span>
        ) : (
          <>
            <span class="mode">
              {mode} clock{speed === null || speed === 1 ? '' : ` × ${speed}`}
            </span>{' '}
            <Time at={new Date(mockNow).toISOString()} />
          </>
        )}
      </legend>
      {Object.entries(steps).map(([name, seconds]) => (
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
