import { Lane } from './lane.ts';

/** Above this many, those without calls are forgotten, the oldest first. */
const MAX_LANES = 1000;

/** A lane for each rate limit that calls are made against, or that is still to be waited for. */
export class Lanes {
  // The keys contain API keys: nothing may show them.
  readonly #lanes = new Map<string, Lane>();

  find(key: string): Lane | undefined {
    return this.#lanes.get(key);
  }

  open(key: string): Lane {
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    if (this.#lanes.size >= MAX_LANES) this.#forgetOldestIdle();
    const lane = new Lane(key);
    this.#lanes.set(key, lane);
    return lane;
  }

  /** Forgets a lane that has no calls, unless the next call must know what the last ones learnt. */
  close(lane: Lane): void {
    if (lane.isIdle && lane.throttle.isLikeNew(performance.now())) this.#lanes.delete(lane.key);
  }

  #forgetOldestIdle(): void {
    for (const [key, lane] of this.#lanes) {
      if (!lane.isIdle) continue;
      this.#lanes.delete(key);
      return;
    }
  }
}
