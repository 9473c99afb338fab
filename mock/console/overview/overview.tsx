import { useStore } from '../app/store-context.ts';
import { CallLines } from './call-lines.tsx';
import { Counts } from './counts.tsx';
import { Latest } from './latest.tsx';

/** Where to begin: how this mock is called, how much is in it, and what happened last. */
export function Overview() {
  const { version } = useStore().about;
  return (
    <section aria-labelledby="overview-title" class="overview">
      <h1 id="overview-title">
        Overview <span class="muted">clipwright {version}</span>
      </h1>
      <CallLines />
      <Counts />
      <Latest />
    </section>
  );
}
