import type { DeliveryAttempt } from 'clipwright/mock';
import { quoted } from '../reproduce/curl.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Json, parsed } from '../ui/json.tsx';
import { Pairs } from '../ui/pairs.tsx';
import { outcomeOf, Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';

interface AttemptProps {
  readonly attempt: DeliveryAttempt;
  /** What was sent. */
  readonly body: string;
}

/** One attempt of a delivery. */
export function Attempt({ attempt, body }: AttemptProps) {
  const { at, headers, response, reason } = attempt;
  const isAccepted = reason === null;
  return (
    <li>
      <p>
        <Time at={at} />{' '}
        <Status outcome={isAccepted ? 'ok' : outcomeOf(response?.status ?? null)}>
          {response?.status ?? 'no response'}
        </Status>{' '}
        {reason}
      </p>
      {response && response.body !== '' && <Json label="What the receiver answered" value={parsed(response.body)} />}
      <details>
        <summary>Headers</summary>
        <Pairs pairs={headers} />
      </details>
      <details>
        <summary>Signed text</summary>
        <Json label="The text that was signed" value={`${headers['x-service-timestamp']}.${body}`} />
      </details>
      <CopyButton text={() => verifyCommandOf(headers, body)}>Copy verify command</CopyButton>
    </li>
  );
}

/** A command for a shell that checks the signature of an attempt. The secret is a variable of the shell. */
function verifyCommandOf(headers: Readonly<Record<string, string>>, body: string): string {
  const { 'x-service-signature': signature = '', 'x-service-timestamp': timestamp = '' } = headers;
  const options = `--signature ${quoted(signature)} --timestamp ${quoted(timestamp)}`;
  return `# CLIPWRIGHT_WEBHOOK_SECRET is the secret of the webhook.\nprintf %s ${quoted(body)} | npx clipwright verify ${options}`;
}
