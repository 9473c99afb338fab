import type { RequestRecord } from 'clipwright/mock';
import { findDifferences } from '../../records/differences.ts';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store.ts';
import { Time, Until, useMockNow } from '../app/times.tsx';
import { Pairs, Section } from '../ui/detail.tsx';
import { marksOf, resetAt, valueAt } from './reasons.ts';

/** Explains every response that is not a plain success. */
export function Why({ request }: { readonly request: RequestRecord }) {
  const { why, unknownFields, replayed, replayOf, fault } = request;
  const resets = resetAt(request, useStore().values.clock.value);
  if (!why && !replayed && fault === null && unknownFields.length === 0) return null;
  return (
    <Section title="Why">
      {why && <p>{why.message}</p>}
      {resets !== undefined && <LimitReset at={resets} />}
      {why && <Pairs pairs={{ 'Decided by': `the ${why.by}`, Code: why.code, Parameter: why.param }} />}
      {fault !== null && (
        <p>
          Hit by <a href={hrefTo('faults')}>{fault}</a>
          {why?.by === 'fault' ? '.' : ', which only delayed it.'}
        </p>
      )}
      <OtherKey request={request} />
      <Slips request={request} />
      {replayed && <Replay of={replayOf} />}
      {request.conflictsWith !== null && <Conflict request={request} firstId={request.conflictsWith} />}
    </Section>
  );
}

function LimitReset({ at }: { readonly at: string }) {
  const isPast = Date.parse(at) <= (useMockNow() ?? 0);
  return (
    <p>
      The limit {isPast ? 'was reset at ' : 'resets '}
      {isPast ? <Time at={at} /> : <Until at={at} />}, in mock time.
    </p>
  );
}

/** If the service did not find a project that the page shows, says that it may belong to another API key. */
function OtherKey({ request: { why, path } }: { readonly request: RequestRecord }) {
  const { apiKey, values } = useStore();
  const isShown = values.projects.value?.some(({ id }) => id === path.projectId);
  if (why?.code !== 'not_found' || why.by !== 'service' || apiKey.value !== undefined || !isShown) return null;
  return <p>The mock has this project now. It may belong to another API key than that of the request.</p>;
}

/** Lists unknown and probably misspelled fields, except the field that the error message already names. */
function Slips({ request }: { readonly request: RequestRecord }) {
  return [...marksOf(request)].map(
    ([path, mark]) =>
      mark !== 'refused' && (
        <p key={path}>
          You sent <code>{path}</code>: {mark}
        </p>
      ),
  );
}

function Replay({ of }: { readonly of: string | null }) {
  const isKept = useStore().values.requests.value?.some(({ id }) => id === of);
  return (
    <p>
      The response of {of === null ? 'an earlier request' : isKept ? <a href={hrefTo('requests', of)}>{of}</a> : of} was
      sent again, because the Idempotency-Key is the same. Nothing was done.
    </p>
  );
}

/** Compares a request with the first request that had the same Idempotency-Key. */
function Conflict({ request, firstId }: { readonly request: RequestRecord; readonly firstId: string }) {
  const first = useStore().values.requests.value?.find(({ id }) => id === firstId);
  if (!first) return <p>{firstId} used the key first. It is no longer kept.</p>;
  const differences = [...findDifferences(first.body, request.body), ...findDifferences(request.body, first.body)];
  const paths = [...new Set(differences.map(({ path }) => path))];
  return (
    <>
      <p>
        <a href={hrefTo('requests', firstId)}>{firstId}</a> used the key <code>{request.idempotencyKey}</code> first,{' '}
        {paths.length > 0 ? 'with other input:' : 'on another path.'}
      </p>
      {paths.length > 0 && (
        <table class="conflict">
          <thead>
            <tr>
              <th>Field</th>
              <th>First</th>
              <th>Now</th>
            </tr>
          </thead>
          <tbody>
            {paths.map((path) => (
              <tr key={path}>
                <td class="mono">{path || 'the whole body'}</td>
                <td class="mono">{shownAt(first.body, path)}</td>
                <td class="mono">{shownAt(request.body, path)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** The maximum number of characters of a value in the table. */
const MOST_CHARACTERS = 200;

function shownAt(body: unknown, path: string): string {
  const value = path === '' ? body : valueAt(body, path);
  return value === undefined ? 'not sent' : JSON.stringify(value).slice(0, MOST_CHARACTERS);
}
