import type { Context } from './context.ts';
import { Refusal } from './refusal.ts';
import type { Reply } from './response.ts';

const keyPattern = /^[A-Za-z0-9._:-]{8,200}$/;

/** Remembers the responses to requests with an Idempotency-Key. */
export class Replays {
  readonly #context: Context;
  readonly #remembered = new Map<string, { readonly input: string; readonly reply: Reply }>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** The original response to the same input, else the one that `act` gives. */
  once(key: string | null, input: string, act: () => Reply): Reply {
    if (key === null) return act();
    if (!keyPattern.test(key)) throw new Refusal('invalid', 'The key is not valid', 'Idempotency-Key');
    const known = this.#remembered.get(key);
    if (known !== undefined && known.input !== input)
      throw new Refusal('conflict', 'The key was used for other input', 'Idempotency-Key');
    if (known !== undefined) return this.#replay(known.reply);
    const reply = act();
    this.#remembered.set(key, { input, reply });
    return reply;
  }

  #replay(reply: Reply): Reply {
    const { choices } = this.#context;
    const status = choices['idempotency.status'] === 'original' ? reply.status : Number(choices['idempotency.status']);
    const isMarked = choices['idempotency.header'] === 'present';
    return { ...reply, status, headers: isMarked ? { 'idempotency-replayed': 'true' } : {} };
  }
}
