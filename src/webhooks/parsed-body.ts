import { WebhookVerificationError } from './webhook-verification-error.ts';

/** The error for a body whose raw bytes are gone. What to do depends on where it is noticed. */
export function parsedBody(cure: string): WebhookVerificationError {
  return new WebhookVerificationError(
    'parsed_body',
    `Something has read or parsed the body before, and the signature covers the raw bytes only. ${cure}`,
  );
}
