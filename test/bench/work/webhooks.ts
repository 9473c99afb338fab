import { createHmac } from 'node:crypto';
import { signWebhook, verifyWebhook } from 'clipwright/webhooks';
import OpenAI from 'openai';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { inTurns, perCall } from '../lib/in-turns.ts';
import { atMost, type Extent, type Table } from '../lib/table.ts';

const key = Buffer.from('0123456789abcdef0123456789abcdef');
const event = {
  id: 'evt_1',
  type: 'job.complete',
  created_at: '2026-01-02T03:04:05Z',
  data: { job_id: 'job_1', log: '' },
};
event.data.log = 'x'.repeat(1024 - JSON.stringify(event).length);
const body = JSON.stringify(event);

/** Measures the verification and parsing of a delivery of 1 KB. */
export async function webhookVerification({ isShort }: Extent): Promise<Table> {
  const calls = isShort ? 10 : 1000;
  const measures = {
    'createHmac, bare': perCall(calls, () => createHmac('sha256', key).update(body).digest('hex')),
    clipwright: perCall(calls, await verifyWithClipwright()),
    stripe: perCall(calls, verifyWithStripe()),
    standardwebhooks: perCall(calls, verifyWithStandardWebhooks()),
    openai: perCall(calls, verifyWithOpenAI()),
  };
  const rows = await inTurns(measures, { rounds: isShort ? 1 : 51, goals: { clipwright: atMost(1, 'ratio') } });
  const method = 'The ratio is to an HMAC of the body with a key of bytes, without checking and parsing.';
  return { title: 'Verify and parse a webhook', method, unit: 'µs', rows };
}

async function verifyWithClipwright() {
  const secret = 'whsec_0123456789abcdef0123456789abcdef';
  const headers = { host: 'receiver.test', ...(await signWebhook({ body, secret })) };
  return () => verifyWebhook({ body, headers, secret });
}

function verifyWithStripe() {
  const stripe = new Stripe('sk_test');
  const secret = 'whsec_0123456789abcdef0123456789abcdef';
  const header = stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  return () => stripe.webhooks.constructEvent(body, header, secret);
}

function verifyWithStandardWebhooks() {
  const webhook = new Webhook(key.toString('base64'));
  const headers = standardHeaders(webhook);
  return () => webhook.verify(body, headers);
}

function verifyWithOpenAI() {
  const secret = `whsec_${key.toString('base64')}`;
  const { webhooks } = new OpenAI({ apiKey: 'key' });
  const headers = standardHeaders(new Webhook(key.toString('base64')));
  return () => webhooks.unwrap(body, headers, secret);
}

function standardHeaders(webhook: Webhook) {
  const now = new Date();
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': webhook.sign('evt_1', now, body),
  };
}
