import type { Context } from './context.ts';
import { Refusal } from './refusal.ts';
import type { Reply } from './response.ts';

const keyPattern = /^[A-Za-z0-9._:-]{8,200}$/;

/** Stores the responses to requests with an Idempotency-Key. */
export class Replays {
  readonly #context: Context;
  readonly #remembered = new Map<string, { readonly input: string; readonly reply: Reply }>();

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Returns the stored response if the key was already used with the same input, otherwise the response of `act`.
   *
   * @throws Refusal when the key is not valid, or was used for other input.
   */
  once(given: string | null, endpoint: string, input: string, act: () => Reply): Reply {
    if (given === null) return act();
    if (!keyPattern.test(given)) throw new Refusal('invalid', 'The key is not valid', 'Idempotency-Key');
    const isShared = this.#context.choices['idempotency.scope'] === 'once';
    const key = isShared ? given : `${endpoint} ${given}`;
    const known = this.#remembered.get(key);
    if (known !== undefined && known.input !== input)
      throw new Refusal('conflict', 'The key was used for other input', 'Idempotency-Key');
    if (known !== undefined && this.#context.choices['idempotency.kept'] !== 'after a replay')
      this.#remembered.delete(key);
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
