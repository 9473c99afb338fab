import { invalid } from '../problem.ts';

/** @throws HttpProblem 400 about `param` unless the text is an absolute http or https URL. */
export function requireHttpUrl(text: string, param: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw invalid(param, `${param} must be an absolute http or https URL.`);
  }
}
