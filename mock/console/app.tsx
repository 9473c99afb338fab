import { useComputed, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { Header } from './app/header.tsx';
import type { View } from './app/route.ts';
import { route } from './app/router.ts';
import { useShortcuts } from './app/shortcuts.tsx';
import { useStore } from './app/store.ts';
import { apiKeyOf } from './data/workspaces.ts';
import { Deliveries } from './deliveries/deliveries.tsx';
import { Faults } from './faults/faults.tsx';
import { Jobs } from './jobs/jobs.tsx';
import { Overview } from './overview/overview.tsx';
import { Projects } from './projects/projects.tsx';
import { Requests } from './requests/requests.tsx';
import { State } from './state/state.tsx';
import { Announcements } from './ui/announce.tsx';

const components: Readonly<Record<View, ComponentType>> = {
  overview: Overview,
  requests: Requests,
  deliveries: Deliveries,
  jobs: Jobs,
  projects: Projects,
  faults: Faults,
  state: State,
};

export function App() {
  useShownWorkspace();
  useShortcuts();
  const { view } = route.value;
  const Shown = components[view];
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <Header />
      <main id="main" tabIndex={-1} key={view}>
        <Shown />
      </main>
      <Announcements />
    </>
  );
}

/** Shows the workspace named in the address, or all workspaces if that workspace is unknown. */
function useShownWorkspace(): void {
  const store = useStore();
  const apiKey = useComputed(() => apiKeyOf(route.value.query.workspace, store.values.workspaces.value ?? []));
  useSignalEffect(() => {
    store.show(apiKey.value);
  });
}
