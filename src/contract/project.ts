import type { ZodMiniType } from 'zod/mini';
import { optional } from './collections.ts';
import { maybe, model, nonEmpty, type OpenEnum, openEnum, text, timestamp, url } from './model.ts';

/** The ratio of width to height. The specification names only `9:16`. */
export type AspectRatio = OpenEnum<'9:16'>;

/** A container for one timeline. */
export interface Project {
  id: string;
  /** The state of the project. The specification names no values. */
  status: string;
  name?: string | null;
  description?: string | null;
  aspect_ratio?: AspectRatio | null;
  /** An image of the project. Fetch it without the API key. */
  thumbnail_url?: string | null;
  /** ISO 8601. */
  created_at?: string | null;
  /** ISO 8601. */
  updated_at?: string | null;
}

/** The project to create. */
export interface CreateProjectParams {
  /** The project's name, at least one character. */
  name: string;
  /** Supported by the mock, not part of the specification. */
  description?: string | undefined;
}

export const aspectRatio: ZodMiniType<AspectRatio> = openEnum(['9:16']);

export const project = model<Project>({
  id: text,
  status: text,
  name: maybe(text),
  description: maybe(text),
  aspect_ratio: maybe(aspectRatio),
  thumbnail_url: maybe(url),
  created_at: maybe(timestamp),
  updated_at: maybe(timestamp),
});

export const createProjectParams = model<CreateProjectParams>({ name: nonEmpty, description: optional(text) });
