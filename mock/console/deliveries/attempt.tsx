import type { DeliveryAttempt } from 'clipwright/mock';
import { signedTextOf, verifyCommandOf } from '../copied/verify-command.ts';
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
        <Json label="The text that was signed" value={signedTextOf(headers, body)} />
      </details>
      <CopyButton text={() => verifyCommandOf(headers, body)}>Copy verify command</CopyButton>
    </li>
  );
}
