import type { RequestRecord } from 'clipwright/mock';

/** Sent by every client, or made by curl itself. */
const usualHeaders =
  /^(accept(-.*)?|authorization|connection|content-length|host|origin|referer|sec-.*|user-agent|x-clipwright-console|priority|cache-control|pragma|cookie|dnt|expect|transfer-encoding)$/;

/** A longer argument is too long for some systems. */
const LONGEST_ARGUMENT = 100_000;

/** A command for a shell that sends a request again. The API key is a variable of the shell. */
export function curlOf({ method, url, headers, body }: RequestRecord): string {
  const json = body === null ? undefined : JSON.stringify(body);
  const isLong = json !== undefined && json.length > LONGEST_ARGUMENT;
  const parts = [
    // Without globbing: brackets in a URL are what they are.
    `curl -sS -g ${method === 'HEAD' ? '-I' : `-X ${quoted(method)}`} ${quoted(url)}`,
    ...('authorization' in headers ? ['-H "Authorization: Bearer $CLIPWRIGHT_API_KEY"'] : []),
    ...Object.entries(headers)
      .filter(([name]) => !usualHeaders.test(name))
      .map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(json === undefined ? [] : [isLong ? `--data-binary @- <<'END'\n${json}\nEND` : `--data-raw ${quoted(json)}`]),
  ];
  return parts.join(' \\\n  ');
}

/** A text that a shell takes as it is. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
