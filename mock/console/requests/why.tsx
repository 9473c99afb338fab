import type { RequestRecord } from 'clipwright/mock';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { Until } from '../app/until.tsx';
import { Section } from '../ui/detail.tsx';
import { Pairs } from '../ui/pairs.tsx';
import { Conflict } from './conflict.tsx';
import { marksOf } from './marks.ts';
import { resetAt } from './reset-at.ts';

/** Why a request was answered as it was, where that is no plain success. */
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

/** The names that the service did not know. What is refused, its message names. */
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
