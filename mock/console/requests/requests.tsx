import { useComputed } from '@preact/signals';
import type { RequestRecord } from 'clipwright/mock';
import { hrefTo, route, setQuery } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { Filter } from '../ui/filter.tsx';
import { type Column, RecordTable } from '../ui/record-table.tsx';
import { outcomeOf, Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { EmptyRequests } from './empty-requests.tsx';
import { filterRequests } from './filter.ts';
import { RequestDetail } from './request-detail.tsx';

/** What was sent to the API, as it comes. */
export function Requests() {
  const { requests } = useStore().values;
  const filter = route.value.query.q ?? '';
  const shown = useComputed(() => filterRequests(requests.value ?? [], route.value.query.q ?? ''));
  const openId = route.value.id;
  if (requests.value?.length === 0) return <EmptyRequests />;
  return (
    <div class="list-and-detail">
      <section aria-labelledby="requests-title" class="list">
        <header class="toolbar">
          <h1 id="requests-title">Requests</h1>
          <Filter
            label="Filter requests"
            value={filter}
            suggestions={['2xx', '4xx', '5xx', 'lost', 'replayed', 'fault:any', 'source:console', 'key:']}
            onChange={(q) => setQuery({ q })}
          />
          <span class="muted">
            {shown.value.length} of {requests.value?.length ?? 0}
          </span>
        </header>
        <RecordTable
          key={filter}
          label="Requests, the newest last"
          items={shown.value}
          columns={columns}
          idOf={({ id }) => id}
          hrefOf={({ id }) => hrefTo('requests', id, { q: filter })}
          openId={openId}
        />
      </section>
      {openId !== undefined && <RequestDetail id={openId} closeHref={hrefTo('requests', undefined, { q: filter })} />}
    </div>
  );
}

const columns: readonly Column<RequestRecord>[] = [
  { title: 'Time', width: '6em', isMinor: true, cell: ({ at }) => <Time at={at} /> },
  { title: 'Call', cell: ({ method, url, endpoint }) => <Call method={method} url={url} endpoint={endpoint} /> },
  {
    title: 'Result',
    width: '7em',
    cell: ({ status, replayed }) => <Status outcome={outcomeOf(status, replayed)}>{status ?? 'lost'}</Status>,
  },
  { title: 'Took', width: '6em', cell: ({ took }) => `${took < 1 ? '<1' : Math.round(took)} ms` },
  { title: 'Notes', width: '14em', isMinor: true, cell: notesOf },
];

function Call({ method, url, endpoint }: Pick<RequestRecord, 'method' | 'url' | 'endpoint'>) {
  return (
    <span title={url}>
      <b>{method}</b> {endpoint ?? new URL(url).pathname}
    </span>
  );
}

/** What is out of the ordinary. */
function notesOf({ fault, replayed, source, why }: RequestRecord): string {
  const notes = [why?.code, fault, replayed && 'replayed', source === 'console' && 'console'];
  return notes.filter(Boolean).join(' · ');
}
