import type { RequestRecord } from 'clipwright/mock';
import { Section } from '../ui/detail.tsx';
import { Json, parsed } from '../ui/json.tsx';
import { Pairs } from '../ui/pairs.tsx';
import { Caused } from './caused.tsx';
import { RequestActions } from './request-actions.tsx';
import { RequestStatus } from './request-status.tsx';
import { Sent } from './sent.tsx';
import { Why } from './why.tsx';

/** One request, whole. */
export function RequestDetail({ request }: { readonly request: RequestRecord }) {
  const { method, url, headers } = request;
  return (
    <>
      <p>
        <b>{method}</b> <span class="mono">{url}</span> <RequestStatus request={request} />
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
