import type { View } from '../app/route.ts';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';

/** How much there is, with a link to each. */
export function Counts() {
  const { requests, deliveries, jobs, projects, faults } = useStore().values;
  return (
    <ul class="counts" aria-label="Counts">
      <Count view="projects" name="projects" items={projects.value} />
      <Count view="requests" name="requests" items={requests.value} />
      <Count view="jobs" name="jobs" items={jobs.value} />
      <Count view="deliveries" name="deliveries" items={deliveries.value} />
      <Count view="faults" name="faults in force" items={faults.value} />
    </ul>
  );
}

interface CountProps {
  readonly view: View;
  readonly name: string;
  readonly items: readonly unknown[] | undefined;
}

function Count({ view, name, items }: CountProps) {
  return (
    <li>
      <a href={hrefTo(view)}>
        <b>{items?.length ?? '…'}</b> {name}
      </a>
    </li>
  );
}
