import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '../../src/webhooks/verify.ts';
import { isWebhookVerificationError } from '../../src/webhooks/webhook-verification-error.ts';
import { defineCommand } from './command.ts';
import { requireSecret, secretOption } from './secret.ts';

/** `clipwright verify`: tells whether a delivery is genuine. */
export const verify = defineCommand({
  summary: 'Reads the body of a webhook delivery from standard input and says whether its signature is valid.',
  options: {
    secret: secretOption,
    signature: { type: 'string', value: 'hex', help: 'The x-service-signature header of the delivery.' },
    timestamp: { type: 'string', value: 'time', help: 'The x-service-timestamp header of the delivery.' },
  },
  async run({ secret: given, signature, timestamp }) {
    const secret = requireSecret(given);
    const headers = { 'x-service-signature': signature, 'x-service-timestamp': timestamp };
    try {
      const { type, id } = await verifyWebhook({ body: await buffer(process.stdin), headers, secret });
      console.log(`valid: ${type} ${id}`);
      return 0;
    } catch (error) {
      if (!isWebhookVerificationError(error)) throw error;
      console.log(`invalid (${error.reason}): ${error.message}`);
      return 1;
    }
  },
});
