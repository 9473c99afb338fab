import { nullable, unknown, type ZodMiniType } from 'zod/mini';
import { array, record } from '../../../src/contract/collections.ts';
import { model, text, url } from '../../../src/contract/model.ts';
import type { InputFields } from '../../records/request-filter.ts';

/** Which mock this is. */
export interface About {
  /** The version of the package `clipwright`. */
  version: string;
  /** The base URL for clients. */
  baseUrl: string;
  /** What identifiers are derived from, with the workspace's API key. */
  seed: string;
  /** The path parameters, query and body fields of each endpoint, as a tree of names; true where there may be any. */
  endpoints: InputFields;
  /** Digests of the API keys that are accepted; null where any is. */
  acceptedKeys: readonly string[] | null;
  /** The event types that the specification lists. */
  eventTypes: readonly string[];
}

// Cast: nothing else is a tree of names.
const inputFields = record(unknown()) as ZodMiniType as ZodMiniType<InputFields>;

export const about: ZodMiniType<About> = model<About>({
  version: text,
  baseUrl: url,
  seed: text,
  endpoints: inputFields,
  acceptedKeys: nullable(array(text)),
  eventTypes: array(text),
});
