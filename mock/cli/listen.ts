import { eventTypes, type KnownEventType } from '../../src/contract/event.ts';
import { assumptions } from '../assumptions.ts';
import { isLoopback } from '../node/loopback.ts';
import { CommandError, defineCommand, usageError } from './command.ts';
import { requireEventType } from './event-type.ts';
import { startForwarding } from './forward.ts';
import { requireHttpUrl, withoutQuery } from './http.ts';
import { type Registry, registerWebhook } from './register-webhook.ts';
import { stopSignal } from './stop-signal.ts';

/** `clipwright listen`: forwards the events of a running mock until it is told to stop. */
export const listen = defineCommand({
  summary: 'Registers a webhook with a running mock, and prints and forwards each event until it is stopped.',
  options: {
    forward: { type: 'string', value: 'url', help: 'The address of the receiver.' },
    mock: {
      type: 'string',
      value: 'url',
      help: 'The base URL of the mock, on this machine.',
      default: 'http://127.0.0.1:4010/api/v1',
    },
    'api-key': {
      type: 'string',
      value: 'key',
      help: 'Whose events: each API key is a workspace of its own.',
      default: assumptions.defaultApiKey.value,
    },
    events: {
      type: 'string',
      value: 'types',
      help: 'Which events, parted by commas.',
      default: eventTypes.join(','),
    },
  },
  async run({ forward, mock, events, 'api-key': apiKey }) {
    const receiver = requireReceiver(forward);
    const registry = { baseUrl: requireMock(mock), apiKey: requireKey(apiKey) };
    const types = events.split(',').map((type) => requireEventType('listen', type.trim()));
    const webhook = await forwardUntilStopped(receiver, registry, types);
    console.log(
      `Stopped. The mock keeps the webhook ${webhook.id}, since no endpoint removes one: ` +
        'deliveries to it fail until the mock is stopped or reset.',
    );
    return 0;
  },
});

async function forwardUntilStopped(receiver: URL, registry: Registry, events: readonly KnownEventType[]) {
  const forwarding = await startForwarding(receiver);
  try {
    const webhook = await registerWebhook(registry, { url: forwarding.url, events });
    // Shown, since the receiver has to be given it; a mock's secret protects nothing.
    console.log(`The signing secret is ${webhook.secret}`);
    console.log(`Forwarding ${events.join(', ')} to ${withoutQuery(receiver)}`);
    await stopSignal();
    return webhook;
  } finally {
    forwarding.stop();
  }
}

function requireReceiver(text: string | undefined): URL {
  if (text === undefined) throw usageError('listen: --forward is missing. Give the address of the receiver.');
  return requireHttpUrl('forward', text);
}

/** A mock elsewhere could not reach this program, and it would be the real service that a real secret is shown of. */
function requireMock(text: string): URL {
  const url = requireHttpUrl('mock', text);
  if (isLoopback(url.hostname)) return url;
  throw new CommandError('--mock must be an address of this machine, as in http://127.0.0.1:4010/api/v1.');
}

function requireKey(text: string): string {
  if (/^[!-~]+$/.test(text)) return text;
  throw new CommandError('--api-key must be of printable ASCII characters, without blanks.');
}
