import type { RequestRecord } from 'clipwright/mock';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { Detail, Section } from '../ui/detail.tsx';
import { Json, parsed } from '../ui/json.tsx';
import { Pairs } from '../ui/pairs.tsx';
import { outcomeOf, Status } from '../ui/status.tsx';

interface RequestDetailProps {
  readonly id: string;
  readonly closeHref: string;
}

/** One request, whole. */
export function RequestDetail({ id, closeHref }: RequestDetailProps) {
  const request = useStore().values.requests.value?.find((each) => each.id === id);
  return (
    <Detail title={id} closeHref={closeHref}>
      {request ? <RequestSections request={request} /> : <p>The mock, or this page, no longer keeps this request.</p>}
    </Detail>
  );
}

function RequestSections({ request }: { readonly request: RequestRecord }) {
  const { method, url, status, replayed, replayOf, body, headers, response, caused, why } = request;
  return (
    <>
      <p>
        <b>{method}</b> <span class="mono">{url}</span>{' '}
        <Status outcome={outcomeOf(status, replayed)}>{status ?? 'lost'}</Status>
      </p>
      {why && (
        <Section title="Why">
          <p>{why.message}</p>
          <Pairs pairs={{ 'Decided by': why.by, Code: why.code, Parameter: why.param }} />
        </Section>
      )}
      {replayOf !== null && (
        <p>
          A replay of <a href={hrefTo('requests', replayOf)}>{replayOf}</a>.
        </p>
      )}
      {body !== null && (
        <Section title="Sent">
          <Json label="The body of the request" value={body} />
        </Section>
      )}
      {response && (
        <Section title="Answered">
          <Json label="The body of the response" value={parsed(response.body)} />
        </Section>
      )}
      {caused.jobs.length > 0 && (
        <Section title="Started">
          {caused.jobs.map((job) => (
            <a key={job} href={hrefTo('jobs', job)}>
              {job}
            </a>
          ))}
        </Section>
      )}
      <Section title="Headers">
        <Pairs pairs={headers} />
        {response && <Pairs pairs={response.headers} />}
      </Section>
    </>
  );
}
