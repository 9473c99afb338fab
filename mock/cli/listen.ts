import { eventTypes, type KnownEventType } from '../../src/contract/event.ts';
import { toMessageText } from '../../src/core/errors/message-text.ts';
import { assumptions } from '../assumptions.ts';
import { isLoopback } from '../http/loopback.ts';
import { CommandError, defineCommand } from './command.ts';
import { formatUrl } from './format.ts';
import { startForwarding } from './forward.ts';
import { parseApiKey, parseEventType, parseHttpUrl, parseList, requireReceiver } from './option-values.ts';
import { ignoreOutputErrors, stopSignal } from './process.ts';
import { type MockTarget, registerWebhook } from './register-webhook.ts';

/** `clipwright listen`: forwards the events of a running mock until it is stopped. */
export const listen = defineCommand({
  summary: 'Registers a webhook with a running mock, and prints and forwards each event until it is stopped.',
  options: {
    forward: { type: 'string', placeholder: 'url', help: 'The URL of the receiver.' },
    mock: {
      type: 'string',
      placeholder: 'url',
      help: 'The base URL of the mock, on this machine.',
      default: 'http://127.0.0.1:4010/api/v1',
    },
    'api-key': {
      type: 'string',
      placeholder: 'key',
      help: 'The API key whose events are forwarded: each API key has its own workspace.',
      default: assumptions.defaultApiKey.value,
    },
    events: {
      type: 'string',
      placeholder: 'types',
      help: 'The event types to forward, separated by commas.',
      default: eventTypes.join(','),
    },
  },
  async run({ forward, mock, events, 'api-key': apiKey }) {
    ignoreOutputErrors();
    const receiver = requireReceiver('listen', 'forward', forward);
    const target = { baseUrl: parseMockUrl(mock), apiKey: parseApiKey(apiKey) };
    const types = parseList(events).map((type) => parseEventType('listen', type));
    const webhook = await forwardUntilStopped(receiver, target, types);
    console.log(
      `Stopped. The mock keeps the webhook ${toMessageText(webhook.id)}, because the API cannot delete webhooks: ` +
        'deliveries to it fail until the mock is stopped or reset.',
    );
    return 0;
  },
});

async function forwardUntilStopped(receiver: URL, target: MockTarget, events: readonly KnownEventType[]) {
  const server = await startForwarding(receiver);
  try {
    const webhook = await registerWebhook(target, { url: server.url, events });
    // Before anything is printed: who reads that may stop this program.
    const stopped = stopSignal();
    // Printed because the receiver needs it; the secret of a mock protects nothing.
    console.log(`The signing secret is ${toMessageText(webhook.secret)}`);
    console.log(`Forwarding ${events.join(', ')} to ${formatUrl(receiver)}`);
    await stopped;
    return webhook;
  } finally {
    server.close();
  }
}

/** A mock elsewhere could not reach this program, and with the real service this would print a real secret. */
function parseMockUrl(value: string): URL {
  const url = parseHttpUrl('mock', value);
  if (isLoopback(url.hostname)) return url;
  throw new CommandError(
    '--mock must be a loopback URL, such as http://127.0.0.1:4010/api/v1: `listen` works with mocks of this machine only.',
  );
}
