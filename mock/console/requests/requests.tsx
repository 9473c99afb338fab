import type { RequestRecord } from 'clipwright/mock';
import { RecordView } from '../app/record-view.tsx';
import { useStore } from '../app/store-context.ts';
import type { Column } from '../ui/record-table.tsx';
import { Time } from '../ui/time.tsx';
import { EmptyRequests } from './empty-requests.tsx';
import { filterRequests } from './filter.ts';
import { RequestDetail } from './request-detail.tsx';
import { RequestStatus } from './request-status.tsx';

/** What was sent to the API, as it comes. */
export function Requests() {
  const requests = useStore().values.requests.value;
  if (requests?.length === 0) return <EmptyRequests />;
  return (
    <RecordView
      view="requests"
      items={requests}
      filtered={filterRequests}
      suggestions={['2xx', '4xx', '5xx', 'lost', 'replayed', 'fault:any', 'source:console', 'key:']}
      columns={columns}
      idOf={({ id }) => id}
    >
      {(request) => <RequestDetail key={request.id} request={request} />}
    </RecordView>
  );
}

const columns: readonly Column<RequestRecord>[] = [
  { title: 'Time', width: '6em', isMinor: true, cell: ({ at }) => <Time at={at} /> },
  { title: 'Call', cell: ({ method, url, endpoint }) => <Call method={method} url={url} endpoint={endpoint} /> },
  { title: 'Result', width: '7em', cell: (request) => <RequestStatus request={request} /> },
  { title: 'Took', width: '6em', isMinor: true, cell: ({ took }) => `${took < 1 ? '<1' : Math.round(took)} ms` },
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
