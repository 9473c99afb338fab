import type { RequestRecord } from 'clipwright/mock';
import { findDifferences } from '../../records/differences.ts';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';

/** In what a request differs from the one that used its Idempotency-Key first. */
export function Conflict({ request }: { readonly request: RequestRecord }) {
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
