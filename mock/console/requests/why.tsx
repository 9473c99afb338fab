import type { RequestRecord } from 'clipwright/mock';
import { findDifferences } from '../../records/differences.ts';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store.ts';
import { Until } from '../app/times.tsx';
import { Pairs, Section } from '../ui/detail.tsx';
import { marksOf, resetAt } from './reasons.ts';

/** Explains every response that is not a plain success. */
export function Why({ request }: { readonly request: RequestRecord }) {
  const { why, unknownFields, replayed, replayOf, fault } = request;
  const resets = resetAt(request, useStore().values.clock.value);
  if (!why && !replayed && fault === null && unknownFields.length === 0) return null;
  return (
    <Section title="Why">
      {why && <p>{why.message}</p>}
      {resets !== undefined && (
        <p>
          The limit resets <Until at={resets} />, at {resets} of mock time.
        </p>
      )}
      {why && <Pairs pairs={{ 'Decided by': `the ${why.by}`, Code: why.code, Parameter: why.param }} />}
      {fault !== null && (
        <p>
          Hit by <a href={hrefTo('faults')}>{fault}</a>.
        </p>
      )}
      <Slips request={request} />
      {replayed && <Replay of={replayOf} />}
      {why?.code === 'idempotency_conflict' && <Conflict request={request} />}
    </Section>
  );
}

/** Lists unknown fields, except the field that the error message already names. */
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

/** Shows how a request differs from the first request with the same Idempotency-Key. */
function Conflict({ request }: { readonly request: RequestRecord }) {
  const requests = useStore().values.requests.value ?? [];
  const first = requests.find(
    ({ idempotencyKey, status }) => idempotencyKey === request.idempotencyKey && status !== null && status < 300,
  );
  if (!first) return null;
  const differences = [...findDifferences(first.body, request.body), ...findDifferences(request.body, first.body)];
  const paths = new Set(differences.map(({ path }) => path || 'the whole body'));
  return (
    <p>
      <a href={hrefTo('requests', first.id)}>{first.id}</a> used the key first.{' '}
      {paths.size > 0 && <>It differs in {[...paths].join(', ')}.</>}
    </p>
  );
}
