import { optional, type ZodMiniType } from 'zod/mini';
import { model, nonEmpty, text } from '../../../src/contract/model.ts';
import type { SeedProjectOptions } from '../../state/seed-options.ts';

/** The project to create. */
export interface SeedProjectParams extends Omit<SeedProjectOptions, 'apiKey'> {}

export const seedProjectParams: ZodMiniType<SeedProjectParams> = model<SeedProjectParams>({
  name: nonEmpty,
  description: optional(text),
  captions: optional(text),
});
