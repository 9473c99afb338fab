import { vi } from 'vitest';
import {
  createWebhookHandler,
  type DedupeLease,
  type DedupeStore,
  memoryDedupe,
  signWebhook,
  type WebhookHandlerOptions,
} from '../../../src/webhooks/index.ts';

const secret = 'whsec_test';

/** The event that is delivered by default. */
export const event = { id: 'evt_1', type: 'job.complete', created_at: '2026-01-02T03:04:05Z', data: { job_id: 'j' } };

/** Creates a webhook handler with these options. Returns a function that delivers a signed event to the handler. */
export function receiver(options: Partial<WebhookHandlerOptions>): (delivered?: object) => Promise<Response> {
  const handle = createWebhookHandler({ secret, ...options });
  return async (delivered = event) => {
    const body = JSON.stringify(delivered);
    const headers = await signWebhook({ body, secret });
    return handle(new Request('https://receiver.test/', { method: 'POST', body, headers }));
  };
}

/** Pauses a handler: `pass()` resolves `entered`, and stays pending until `open()` is called. */
export function gate() {
  let enter = () => {};
  let open = () => {};
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const pass = () => {
    enter();
    return opened;
  };
  return { entered, pass, open };
}

/** A store whose methods are mock functions. */
export function spied(store: DedupeStore = memoryDedupe()) {
  return {
    claim: vi.fn(store.claim),
    renew: vi.fn(store.renew),
    done: vi.fn(store.done),
    free: vi.fn(store.free),
  };
}

/** A store that rejects the calls of one method. */
export function failingStore(name: keyof DedupeStore, error: Error): DedupeStore {
  return { ...memoryDedupe(), [name]: () => Promise.reject(error) };
}

/** Another delivery's lease on the event. */
export function leaseOf(token: string): DedupeLease {
  return { id: 'evt_1', token, milliseconds: 30_000 };
}

/** The error for a failed store call. */
export function storeFailed(what: string, cause: unknown) {
  const message = `The dedupe store's ${what}() failed for the webhook event evt_1.`;
  return { name: 'WebhookDedupeError', reason: 'store_failed', message, cause };
}
