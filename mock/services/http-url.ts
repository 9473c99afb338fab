import { invalid } from '../problem.ts';

/** @throws HttpProblem 400 about `param` unless the text is an absolute http or https URL. */
export function requireHttpUrl(text: string, param: string): void {
  if (!isHttpUrl(text)) throw invalid(param, `${param} must be an absolute http or https URL.`);
}

export function isHttpUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:';
}
