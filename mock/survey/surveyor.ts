import type { EndpointName } from '../../src/contract/endpoints.ts';
import { type Ask, Asker, type AskerOptions, type Exchange } from './asker.ts';
import { type Purpose, purposes } from './purposes.ts';

export const unknownId = '00000000-0000-4000-8000-000000000000';

/** Asks one service, and keeps what it has seen. */
export class Surveyor {
  readonly asker: Asker;
  /** Makes the names and keys of this survey differ from those of earlier surveys. */
  readonly run: string;
  // Cast: `Object.fromEntries` types the names as strings.
  readonly seen = Object.fromEntries(Object.keys(purposes).map((name) => [name, [] as Exchange[]])) as Record<
    Purpose,
    Exchange[]
  >;

  constructor({ run, ...options }: AskerOptions & { readonly run: string }) {
    this.asker = new Asker(options);
    this.run = run;
  }

  async ask(purpose: Purpose, name: EndpointName, ask: Ask = {}): Promise<Exchange> {
    const exchange = await this.asker.call(name, ask);
    this.seen[purpose].push(exchange);
    return exchange;
  }
}
