import type { Readable } from 'node:stream';
import { toMessageText } from '../../../src/core/errors/message-text.ts';
import { verifyWebhook } from '../../../src/webhooks/verify.ts';
import {
  isWebhookVerificationError,
  type WebhookVerificationError,
} from '../../../src/webhooks/webhook-verification-error.ts';
import { CommandError, defineCommand, valueOption } from '../command/command.ts';
import { requireSecret, secretOption } from '../command/option-values.ts';
import { formatError } from '../log/shown-text.ts';
import { diagnose, type SignedDelivery } from './diagnosis.ts';

/** The default limit of `createWebhookHandler`. */
const MAX_BYTES = 1_048_576;

export const verify = defineCommand({
  summary:
    'Reads the body of a webhook delivery from standard input, at most 1 MiB, and prints whether the signature is valid, or why not.',
  options: {
    secret: secretOption,
    signature: valueOption('hex', 'The x-service-signature header of the delivery.'),
    timestamp: valueOption('time', 'The x-service-timestamp header of the delivery.'),
  },
  examples: ['npx clipwright verify --secret whsec_local --signature 0badc0de --timestamp 1767323045 < body.json'],
  async run({ secret, signature = '', timestamp = '' }, _, process) {
    const required = { secret: requireSecret(secret, process), signature, timestamp };
    const { stdin, stdout, stderr } = process;
    if (stdin.isTTY)
      stderr.write('Reading the body from the terminal, until Ctrl+D. Use `< body.json` to read a file.\n');
    const delivery = { ...required, body: await readBody(stdin) };
    const headers = { 'x-service-signature': signature, 'x-service-timestamp': timestamp };
    try {
      const { type, id } = await verifyWebhook({ ...delivery, headers });
      stdout.write(`${toMessageText(`valid: ${type} ${id}`)}\n`);
      return 0;
    } catch (error) {
      if (!isWebhookVerificationError(error)) throw error;
      stdout.write(`invalid (${error.reason}): ${explain(error, delivery)}\n`);
      return 1;
    }
  },
});

/** @throws CommandError when the body cannot be read, or is too large to try all variants in reasonable time. */
async function readBody(input: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of input) {
      size += chunk.length;
      if (size > MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch (error) {
    // This happens, for example, if the input is a directory.
    throw new CommandError(
      `verify: standard input cannot be read: ${formatError(error)}. Give the file of the body, as in \`< body.json\`.`,
    );
  }
  if (size > MAX_BYTES) throw new CommandError(`verify: the body is larger than ${MAX_BYTES} bytes.`);
  return Buffer.concat(chunks);
}

function explain({ reason, message }: WebhookVerificationError, delivery: SignedDelivery): string {
  if (reason === 'no_match') return diagnose(delivery);
  if (reason === 'outside_window') return `${message} For a delivery that you saved earlier, this is expected.`;
  if (reason !== 'missing_header') return message;
  const missing = delivery.signature === '' ? 'signature' : 'timestamp';
  return `--${missing} is missing. Give the x-service-${missing} header of the delivery.`;
}
