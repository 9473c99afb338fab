import type { RequestRecord } from 'clipwright/mock';

/** Headers that every client sends, or that curl adds itself. */
const usualHeaders =
  /^(accept(-.*)?|authorization|connection|content-length|host|origin|referer|sec-.*|user-agent|x-clipwright-console|priority|cache-control|pragma|cookie|dnt|expect|transfer-encoding)$/;

/** Some systems refuse longer arguments. */
const LONGEST_ARGUMENT = 100_000;

/** A shell command that sends a request again. It takes the API key from an environment variable. */
export function curlOf({ method, url, headers, body }: RequestRecord): string {
  const json = body === null ? undefined : JSON.stringify(body);
  const isLong = json !== undefined && json.length > LONGEST_ARGUMENT;
  const parts = [
    // `-g` turns globbing off: brackets in a URL stay as they are.
    `curl -sS -g ${method === 'HEAD' ? '-I' : `-X ${quoted(method)}`} ${quoted(url)}`,
    ...('authorization' in headers ? ['-H "Authorization: Bearer $CLIPWRIGHT_API_KEY"'] : []),
    ...Object.entries(headers)
      .filter(([name]) => !usualHeaders.test(name))
      .map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(json === undefined ? [] : [isLong ? `--data-binary @- <<'END'\n${json}\nEND` : `--data-raw ${quoted(json)}`]),
  ];
  return parts.join(' \\\n  ');
}

/** Quotes a text for a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
