import { quoted } from './curl.ts';

/** A command for a shell that checks the signature of an attempt. The secret is a variable of the shell. */
export function verifyCommandOf(headers: Readonly<Record<string, string>>, body: string): string {
  const { 'x-service-signature': signature = '', 'x-service-timestamp': timestamp = '' } = headers;
  const options = `--signature ${quoted(signature)} --timestamp ${quoted(timestamp)}`;
  return `# CLIPWRIGHT_WEBHOOK_SECRET is the secret of the webhook.\nprintf %s ${quoted(body)} | npx clipwright verify ${options}`;
}

/** What the signature of an attempt covers, as the specification says: it is a digest of it, keyed with the secret. */
export function signedTextOf(
  { 'x-service-timestamp': timestamp }: Readonly<Record<string, string>>,
  body: string,
): string {
  return `${timestamp}.${body}`;
}
