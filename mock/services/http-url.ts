import { anHttpUrl } from '../../src/core/options/checks.ts';
import { invalid } from '../api/http-error.ts';

/** @throws HttpError 400 about `param` unless the text is an absolute http or https URL. */
export function requireHttpUrl(text: string, param: string): void {
  const message = anHttpUrl(text);
  if (message) throw invalid(param, `${param} ${message}.`);
}
