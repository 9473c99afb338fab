import type { StreamStatus } from '../data/event-stream.ts';
import { ClockControl } from './clock-control.tsx';
import { Navigation } from './navigation.tsx';
import { hrefTo } from './router.ts';
import { useStore } from './store-context.ts';
import { WorkspaceChoice } from './workspace-choice.tsx';

/** What every view has above it: where one is, whose data is shown, and what time it is there. */
export function Header() {
  const { status, error } = useStore();
  return (
    <header class="header">
      <a class="title" href={hrefTo('overview')}>
        Clipwright mock
      </a>
      <Navigation />
      <WorkspaceChoice />
      <ClockControl />
      <Connection status={status.value} />
      {error.value !== undefined && status.value === 'open' && (
        <p class="banner" role="alert">
          {error.value}
        </p>
      )}
    </header>
  );
}

function Connection({ status }: { readonly status: StreamStatus }) {
  if (status !== 'lost') return <span class={`connection ${status}`}>{status === 'open' ? 'Live' : 'Connecting'}</span>;
  return (
    <p class="banner" role="alert">
      The mock does not respond. What is shown is what was read last; nothing can be changed until it is back.
    </p>
  );
}
