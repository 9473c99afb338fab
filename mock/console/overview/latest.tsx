import type { RequestRecord } from 'clipwright/mock';
import type { ComponentChildren } from 'preact';
import type { View } from '../app/route.ts';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store.ts';
import { DeliveryStatus, JobStatus, RequestStatus } from '../ui/status.tsx';

/** How many entries each list shows. */
const MOST = 5;

/** The latest requests, deliveries and jobs. */
export function Latest() {
  const { requests, deliveries, jobs } = useStore().values;
  return (
    <div class="latest">
      <Part title="Latest requests" items={requests.value}>
        {(request) => (
          <Line key={request.id} view="requests" id={request.id} text={callOf(request)}>
            <RequestStatus request={request} />
          </Line>
        )}
      </Part>
      <Part title="Latest deliveries" items={deliveries.value}>
        {(delivery) => (
          <Line key={delivery.id} view="deliveries" id={delivery.id} text={delivery.event.type}>
            <DeliveryStatus delivery={delivery} />
          </Line>
        )}
      </Part>
      <Part title="Latest jobs" items={jobs.value}>
        {(job) => (
          <Line key={job.job_id} view="jobs" id={job.job_id} text={job.type ?? ''}>
            <JobStatus job={job} />
          </Line>
        )}
      </Part>
    </div>
  );
}

interface PartProps<Item> {
  readonly title: string;
  readonly items: readonly Item[] | undefined;
  readonly children: (item: Item) => ComponentChildren;
}

/** Shows the newest entry first. */
function Part<Item>({ title, items, children }: PartProps<Item>) {
  return (
    <section>
      <h2>{title}</h2>
      {items?.length === 0 ? <p class="muted">None yet.</p> : <ul>{items?.slice(-MOST).reverse().map(children)}</ul>}
    </section>
  );
}

interface LineProps {
  readonly view: View;
  readonly id: string;
  readonly text: string;
  readonly children: ComponentChildren;
}

function Line({ view, id, text, children }: LineProps) {
  return (
    <li>
      <a href={hrefTo(view, id)}>{id.slice(0, 12)}</a>
      <span class="text">{text}</span>
      {children}
    </li>
  );
}

function callOf({ endpoint, method, url }: RequestRecord): string {
  return endpoint ?? `${method} ${new URL(url).pathname}`;
}
