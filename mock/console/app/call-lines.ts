import { curlExample } from '../../http/curl.ts';
import { keyDigest } from '../../scope.ts';
import { DEFAULT_KEY } from '../data/workspaces.ts';

/**
 * Returns example calls to the mock. They use the default API key, or a key from the environment if the mock does not
 * accept the default key or the page shows another workspace.
 *
 * @param acceptedKeys Digests of the accepted keys; null if any key is accepted.
 * @param shownKey The API key of the shown workspace.
 */
export function callLines(baseUrl: string, acceptedKeys: readonly string[] | null, shownKey: string | undefined) {
  const isAccepted = acceptedKeys?.includes(keyDigest(DEFAULT_KEY)) ?? true;
  const isPublic = isAccepted && (shownKey ?? DEFAULT_KEY) === DEFAULT_KEY;
  const options = isPublic ? `apiKey: '${DEFAULT_KEY}', baseUrl: '${baseUrl}'` : `baseUrl: '${baseUrl}'`;
  const example = curlExample(baseUrl, DEFAULT_KEY);
  return {
    /** The default API key, which is not secret; undefined if another key must be used. */
    publicKey: isPublic ? DEFAULT_KEY : undefined,
    // Shells expand variables only in double quotes.
    curl: isPublic
      ? example
      : example.replace(`'Authorization: Bearer ${DEFAULT_KEY}'`, '"Authorization: Bearer $CLIPWRIGHT_API_KEY"'),
    program: `import { Clipwright } from 'clipwright';

const client = new Clipwright({ ${options} });
const project = await client.projects.create({ name: 'Talk' });`,
  };
}
