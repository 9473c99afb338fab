import type { RequestRecord } from 'clipwright/mock';
import { OnlyNewest, RecordView } from '../app/record-view.tsx';
import { useStore } from '../app/store.ts';
import { Time } from '../app/times.tsx';
import type { Column } from '../ui/record-table.tsx';
import { durationOf, isLost, outcomeOf, RequestStatus } from '../ui/status.tsx';
import { RequestDetail } from './request-detail.tsx';

export function Requests() {
  const requests = useStore().values.requests.value;
  return (
    <RecordView
      view="requests"
      items={requests}
      textOf={textOf}
      matcherOf={matcherOf}
      chips={{ refused: 'refused', '5xx': 'failed', lost: 'lost', unknown: 'unknown path', 'fault:any': 'with faults' }}
      suggestions={['2xx', '4xx', 'replayed', 'source:console', 'key:']}
      tools={<OnlyNewest items={requests} />}
      nothing="Nothing was sent yet. The overview has the first calls to try."
      columns={columns}
      idOf={({ id }) => id}
    >
      {(request) => <RequestDetail key={request.id} request={request} />}
    </RecordView>
  );
}

const columns: readonly Column<RequestRecord>[] = [
  { title: 'Time', width: '6em', hiddenBelow: 760, cell: ({ at }) => <Time at={at} /> },
  { title: 'Call', width: 'min(20em, 40%)', cell: callOf },
  { title: 'Result', width: '7em', cell: (request) => <RequestStatus request={request} /> },
  { title: 'Took', width: '6em', hiddenBelow: 760, cell: durationOf },
  { title: 'About', hiddenBelow: 480, cell: (request) => <About request={request} /> },
];

function callOf({ method, url, endpoint }: RequestRecord) {
  return (
    <span title={url}>
      <b>{method}</b> {endpoint ?? new URL(url).pathname}
    </span>
  );
}

/** Shows why the request was refused, or otherwise the name of its project, with notes such as `replayed`. */
function About({ request: { fault, replayed, source, why, path } }: { readonly request: RequestRecord }) {
  const project = useStore().values.projects.value?.find(({ id }) => id === path.projectId);
  const about = why?.message ?? project?.name ?? '';
  const hit = about.includes(fault ?? '') ? null : fault;
  const notes = [about, hit, replayed && 'replayed', source === 'console' && 'console'];
  const text = notes.filter(Boolean).join(' · ');
  return <span title={text}>{text}</span>;
}

/** Returns the matcher of a filter word such as `4xx`, `404`, `refused` or `fault:any`; undefined for other words. */
export function matcherOf(word: string): ((request: RequestRecord) => boolean) | undefined {
  if (/^[1-5](xx|\d\d)$/.test(word)) return ({ status }) => String(status).startsWith(word.replace('xx', ''));
  if (word === 'lost') return isLost;
  if (word === 'refused') return (request) => outcomeOf(request.status) === 'refused' && !isUnknown(request);
  if (word === 'unknown') return isUnknown;
  if (word === 'replayed') return ({ replayed }) => replayed;
  if (word === 'fault:any') return ({ fault }) => fault !== null;
  const [, field, value = ''] = /^(fault|source|key):(.+)$/.exec(word) ?? [];
  if (field === 'fault' || field === 'source') return (request) => request[field] === value;
  if (field === 'key') return ({ idempotencyKey }) => idempotencyKey?.toLowerCase().includes(value) === true;
  return undefined;
}

/** Whether the path is unknown. A wrong method (405) and an expired link of a file (410) have no endpoint either. */
function isUnknown({ endpoint, status }: RequestRecord): boolean {
  return endpoint === null && status === 404;
}

/** Returns the texts that the filter searches. The response is not one of them. */
function textOf({ id, method, url, endpoint, body, why }: RequestRecord) {
  return [id, method, url, endpoint, why?.code, why?.message, JSON.stringify(body)];
}
