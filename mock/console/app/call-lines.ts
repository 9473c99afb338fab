import { curlExample } from '../../http/curl.ts';
import { keyDigest } from '../../records/key-digest.ts';
import { DEFAULT_KEY } from '../data/workspaces.ts';

/** How the mock is called. */
export interface CallLinesText {
  /** The API key, if everybody may know it. */
  readonly publicKey: string | undefined;
  readonly curl: string;
  readonly program: string;
}

/**
 * Lines that call the mock. They show no API key but the default one: in the place of any other stands the environment
 * variable that the client reads by itself.
 *
 * @param acceptedKeys Digests; null where any key is accepted.
 * @param shownKey That of the workspace that is shown.
 */
export function callLines(
  baseUrl: string,
  acceptedKeys: readonly string[] | null,
  shownKey: string | undefined,
): CallLinesText {
  const isAccepted = acceptedKeys?.includes(keyDigest(DEFAULT_KEY)) ?? true;
  const isPublic = isAccepted && (shownKey ?? DEFAULT_KEY) === DEFAULT_KEY;
  const options = isPublic ? `apiKey: '${DEFAULT_KEY}', baseUrl: '${baseUrl}'` : `baseUrl: '${baseUrl}'`;
  const example = curlExample(baseUrl, DEFAULT_KEY);
  return {
    publicKey: isPublic ? DEFAULT_KEY : undefined,
    // In double quotes, in which a shell puts the value in its place.
    curl: isPublic
      ? example
      : example.replace(`'Authorization: Bearer ${DEFAULT_KEY}'`, '"Authorization: Bearer $CLIPWRIGHT_API_KEY"'),
    program: `import { Clipwright } from 'clipwright';

const client = new Clipwright({ ${options} });
const project = await client.projects.create({ name: 'Talk' });`,
  };
}
