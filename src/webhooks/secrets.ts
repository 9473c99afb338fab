import { WebhookVerificationError } from './webhook-verification-error.ts';

/**
 * The secrets to check against. An empty one is refused: anybody knows it, so what it signs proves nothing.
 *
 * @throws `WebhookVerificationError` with reason `missing_secret` when there is none, or one of them is empty.
 */
export function secretsOf(secret: string | readonly string[]): readonly string[] {
  const secrets = [secret].flat();
  if (secrets.length > 0 && secrets.every((each) => typeof each === 'string' && each)) return secrets;
  throw new WebhookVerificationError(
    'missing_secret',
    'The webhook secret is missing or empty. Pass the secret of this webhook as `secret`; ' +
      'if it comes from an environment variable, check that the variable is set.',
  );
}
