import { withBase } from 'vitepress';
import { reactive } from 'vue';
import type { OpenApiDocument } from '../../../../mock/openapi/openapi.ts';

/** The values that the reader has entered. All endpoints of a page share them. */
export const entered: { baseUrl: string; apiKey: string; parameters: Record<string, string> } = reactive({
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  apiKey: 'test',
  parameters: {},
});

/** The names of an endpoint's parameters, and an example of its body. */
export interface Inputs {
  readonly path: readonly string[];
  readonly query: readonly string[];
  /** An example of the body, as JSON; undefined if the endpoint takes no body. */
  readonly body: string | undefined;
}

/** Reads an endpoint's parameters and body from the OpenAPI document. */
export async function inputsOf(method: string, path: string): Promise<Inputs> {
  const response = await fetch(withBase('/openapi.json'));
  const { paths } = (await response.json()) as OpenApiDocument;
  const operation = Object.entries(paths[path] ?? {}).find(([name]) => name === method)?.[1];
  if (operation === undefined) throw new Error(`The OpenAPI document has no ${method} ${path}.`);
  const { parameters = [], requestBody } = operation;
  const named = (place: string) => parameters.flatMap((each) => ('in' in each && each.in === place ? [each.name] : []));
  const body = requestBody && JSON.stringify(requestBody.content['application/json'].example ?? {}, null, 2);
  return { path: named('path'), query: named('query'), body };
}

/** Returns the command that starts a mock that accepts requests from this page. */
export function commandOf({ hostname, origin }: Location): string {
  const isLetIn = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return isLetIn ? 'npx clipwright mock' : `npx clipwright mock --cors ${origin}`;
}

/** Sends a request to the mock. Returns the response as text, or a text that explains why there is none. */
export async function send(method: string, path: string, { query }: Inputs, body: string | undefined): Promise<string> {
  const { baseUrl, apiKey, parameters } = entered;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name] ?? ''));
  const url = new URL(`${baseUrl}${filled}`);
  for (const name of query) if (parameters[name]) url.searchParams.set(name, parameters[name]);
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  try {
    const response = await fetch(url, { method: method.toUpperCase(), headers, ...(body !== undefined && { body }) });
    const text = await response.text();
    if (response.ok) remember(path, text);
    return `${response.status} ${response.statusText}\n${JSON.stringify(JSON.parse(text), null, 2)}`;
  } catch (error) {
    return `${error}\nDoes the mock run? Start it with: ${commandOf(location)}`;
  }
}

/** Fills in the ids from a response, so that the next request uses the same project. */
function remember(path: string, response: string): void {
  const patterns = {
    projectId: path === '/projects' ? /"id":"([^"]+)"/ : /"project_id":"([^"]+)"/,
    timelineItemId: /"timeline_?[iI]tem_?[iI]d":"([^"]+)"/,
  };
  for (const [name, pattern] of Object.entries(patterns)) {
    const [, id] = pattern.exec(response) ?? [];
    if (id !== undefined) entered.parameters[name] = id;
  }
}
