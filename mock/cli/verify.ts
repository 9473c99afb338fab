import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '../../src/webhooks/verify.ts';
import {
  isWebhookVerificationError,
  type WebhookVerificationError,
} from '../../src/webhooks/webhook-verification-error.ts';
import { defineCommand } from './command.ts';
import { diagnose, type Mismatch } from './diagnosis.ts';
import { requireSecret, secretOption } from './secret.ts';

/** `clipwright verify`: tells whether a delivery is genuine, and if it is not, why. */
export const verify = defineCommand({
  summary:
    'Reads the body of a webhook delivery from standard input and says whether its signature is valid, or why not.',
  options: {
    secret: secretOption,
    signature: { type: 'string', value: 'hex', help: 'The x-service-signature header of the delivery.' },
    timestamp: { type: 'string', value: 'time', help: 'The x-service-timestamp header of the delivery.' },
  },
  async run({ secret: given, signature = '', timestamp = '' }) {
    const delivery = { secret: requireSecret(given), signature, timestamp, body: await buffer(process.stdin) };
    const headers = { 'x-service-signature': signature, 'x-service-timestamp': timestamp };
    try {
      const { type, id } = await verifyWebhook({ ...delivery, headers });
      console.log(`valid: ${type} ${id}`);
      return 0;
    } catch (error) {
      if (!isWebhookVerificationError(error)) throw error;
      console.log(`invalid (${error.reason}): ${explain(error, delivery)}`);
      return 1;
    }
  },
});

function explain({ reason, message }: WebhookVerificationError, delivery: Mismatch): string {
  if (reason === 'no_match') return diagnose(delivery);
  if (reason === 'outside_window') return `${message} A delivery that was kept for a look is no more than that.`;
  if (reason !== 'missing_header') return message;
  const missing = delivery.signature === '' ? 'signature' : 'timestamp';
  return `--${missing} is missing. Give the x-service-${missing} header of the delivery.`;
}
