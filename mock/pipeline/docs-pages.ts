import { errorCodes } from '../api/http-error.ts';
import type { ResponseData } from '../http/response.ts';

/** Serves the pages that `doc_url` and `license_url` lead to. */
export function serveDocs(pathname: string): ResponseData | undefined {
  if (pathname === '/docs/errors') return page('Error codes', Object.entries(errorCodes));
  if (pathname === '/docs/licenses') {
    return page('Licenses', [['CC0-1.0', 'The tones in place of library tracks are in the public domain.']]);
  }
  return undefined;
}

function page(title: string, terms: readonly (readonly [string, string])[]): ResponseData {
  const list = terms
    .map(([term, meaning]) => `<dt id="${term}"><code>${term}</code></dt><dd>${meaning}</dd>`)
    .join('\n');
  const html = `<!doctype html><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><dl>\n${list}\n</dl>\n`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html };
}
