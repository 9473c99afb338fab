import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { StreamStatus } from '../data/event-stream.ts';
import { ClockControl } from './clock-control.tsx';
import { Help } from './help.tsx';
import { Navigation } from './navigation.tsx';
import { hrefTo, route } from './router.ts';
import { useStore } from './store-context.ts';
import { maskedKey } from './workspace.ts';
import { WorkspaceChoice } from './workspace-choice.tsx';

/** What every view has above it: where one is, whose data is shown, and what time it is there. */
export function Header() {
  const { apiKey, status, error } = useStore();
  const isOpen = useSignal(false);
  const { view, query } = route.value;
  useEffect(() => {
    isOpen.value = false;
  }, [view, query.workspace]);
  return (
    <header class={`header${isOpen.value ? ' open' : ''}`}>
      <a class="title" href={hrefTo('overview')}>
        Clipwright mock
      </a>
      <Connection status={status.value} />
      <button
        type="button"
        class="menu-button"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        Menu · {apiKey.value === undefined ? 'all API keys' : maskedKey(apiKey.value)}
      </button>
      <Navigation />
      <WorkspaceChoice />
      <ClockControl />
      <Help />
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
