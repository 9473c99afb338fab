import type { RequestRecord } from 'clipwright/mock';
import { useStore } from '../app/store-context.ts';
import { Detail, Section } from '../ui/detail.tsx';
import { Json, parsed } from '../ui/json.tsx';
import { Pairs } from '../ui/pairs.tsx';
import { outcomeOf, Status } from '../ui/status.tsx';
import { Caused } from './caused.tsx';
import { RequestActions } from './request-actions.tsx';
import { Sent } from './sent.tsx';
import { Why } from './why.tsx';

interface RequestDetailProps {
  readonly id: string;
  readonly closeHref: string;
}

/** One request, whole. */
export function RequestDetail({ id, closeHref }: RequestDetailProps) {
  const request = useStore().values.requests.value?.find((each) => each.id === id);
  return (
    <Detail title={id} closeHref={closeHref}>
      {request ? (
        <RequestSections key={id} request={request} />
      ) : (
        <p>The mock, or this page, no longer keeps this request.</p>
      )}
    </Detail>
  );
}

function RequestSections({ request }: { readonly request: RequestRecord }) {
  const { method, url, status, replayed, headers } = request;
  return (
    <>
      <p>
        <b>{method}</b> <span class="mono">{url}</span>{' '}
        <Status outcome={outcomeOf(status, replayed)}>{status ?? 'lost'}</Status>
      </p>
      <RequestActions request={request} />
      <Why request={request} />
      <Sent request={request} />
      <Answered request={request} />
      <Caused request={request} />
      <Section title="Headers of the request">
        <Pairs pairs={headers} />
      </Section>
    </>
  );
}

function Answered({ request: { response } }: { readonly request: RequestRecord }) {
  if (!response) return null;
  const { body, bytes, headers } = response;
  // In characters, which are at least a byte each.
  const isCut = bytes > 8192 && body.length <= 8192;
  return (
    <>
      {body !== '' && (
        <Section title="Answered">
          <Json label="The body of the response" value={parsed(body)} />
          {isCut && <p class="muted">The first part of {bytes.toLocaleString('en')} bytes.</p>}
        </Section>
      )}
      <Section title="Headers of the response">
        <Pairs pairs={headers} />
      </Section>
    </>
  );
}
