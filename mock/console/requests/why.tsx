import type { RequestRecord } from 'clipwright/mock';
import { similarName } from '../../http/similar-name.ts';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { Section } from '../ui/detail.tsx';
import { Pairs } from '../ui/pairs.tsx';
import { Conflict } from './conflict.tsx';

/** Why a request was answered as it was, where that is no plain success. */
export function Why({ request }: { readonly request: RequestRecord }) {
  const { why, unknownFields, replayed, replayOf, fault } = request;
  if (!why && !replayed && fault === null && unknownFields.length === 0) return null;
  return (
    <Section title="Why">
      {why && <p>{why.message}</p>}
      {why && <Pairs pairs={{ 'Decided by': `the ${why.by}`, Code: why.code, Parameter: why.param }} />}
      {fault !== null && (
        <p>
          Struck by <a href={hrefTo('faults')}>{fault}</a>.
        </p>
      )}
      {unknownFields.map((path) => (
        <UnknownField key={path} path={path} param={why?.param ?? null} />
      ))}
      {replayed && <Replay of={replayOf} />}
      {why?.code === 'idempotency_conflict' && <Conflict request={request} />}
    </Section>
  );
}

function UnknownField({ path, param }: { readonly path: string; readonly param: string | null }) {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const meant = param === null ? undefined : similarName(name, [param.slice(param.lastIndexOf('.') + 1)]);
  return (
    <p>
      You sent <code>{path}</code>, which the service does not know.
      {meant !== undefined && (
        <>
          {' '}
          Did you mean <code>{meant}</code>?
        </>
      )}
    </p>
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
