import { Clipwright, type ClipwrightOptions, type MismatchState } from 'clipwright';
import type { Choices } from '../../../mock/points/open-points.ts';
import { apiKey, createOtherService, type OtherService } from '../service.ts';
import { trustedOrigin } from '../wire/job-urls.ts';

export interface Session {
  readonly service: OtherService;
  readonly client: Clipwright;
  readonly choices: Choices;
  /** The mismatches with the documentation that the client reported. */
  readonly mismatches: MismatchState[];
}

export function openSession(choices: Partial<Choices> = {}, options: ClipwrightOptions = {}): Session {
  const service = createOtherService(choices);
  return connect(service, { baseUrl: service.context.baseUrl, fetch: service.fetch, ...options });
}

export function connect(service: OtherService, options: ClipwrightOptions): Session {
  const mismatches: MismatchState[] = [];
  const hooks = { onMismatch: (mismatch: MismatchState) => mismatches.push(mismatch) };
  // A short `maxRetryAfter` limits how long a wait pauses if a poll response asks for a long pause.
  const client = new Clipwright({ apiKey, hooks, trustedOrigins: [trustedOrigin], maxRetryAfter: 2, ...options });
  return { service, client, choices: service.context.choices, mismatches };
}
