import { invalid } from '../api/http-error.ts';
import { isHttpUrl } from '../checks.ts';

/** @throws HttpError 400 about `param` unless the text is an absolute http or https URL. */
export function requireHttpUrl(text: string, param: string): void {
  if (!isHttpUrl(text)) throw invalid(param, `${param} must be an absolute http or https URL.`);
}
