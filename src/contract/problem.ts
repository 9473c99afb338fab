import type { ZodMiniType } from 'zod/mini';
import { maybe, model, type OpenEnum, openEnum, text } from './model.ts';

/** What the service says went wrong. */
export interface Problem {
  /** A machine code. `invalid_request` is the one that the specification names. */
  code: OpenEnum<'invalid_request'>;
  /** For a person to read. */
  message: string;
  /** The offending parameter. */
  param?: string | null;
  /** Documentation of the error. */
  doc_url?: string | null;
}

/** The body of every error answer. */
export interface ProblemBody {
  error: Problem;
}

export const problem: ZodMiniType<Problem> = model<Problem>({
  code: openEnum(['invalid_request']),
  message: text,
  param: maybe(text),
  doc_url: maybe(text),
});

export const problemBody: ZodMiniType<ProblemBody> = model<ProblemBody>({ error: problem });
