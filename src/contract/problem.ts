import { maybe, model, type OpenEnum, openEnum, text, url } from './model.ts';

/** An error as reported by the service. */
export interface Problem {
  /** A machine-readable code. The specification names only `invalid_request`. */
  code: OpenEnum<'invalid_request'>;
  /** A message for people to read. */
  message: string;
  /** The offending parameter. */
  param?: string | null;
  /** The URL of the error's documentation. */
  doc_url?: string | null;
}

/** The body of every error response. */
export interface ProblemBody {
  error: Problem;
}

export const problem = model<Problem>({
  code: openEnum(['invalid_request']),
  message: text,
  param: maybe(text),
  doc_url: maybe(url),
});

export const problemBody = model<ProblemBody>({ error: problem });
