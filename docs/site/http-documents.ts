import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiReference,
} from '../../mock/openapi/openapi.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { SiteDocument } from './documents.ts';
import { fieldsOf, typeOf } from './http-fields.ts';
import { slugOf } from './links.ts';
import { codeBlock, tableRow } from './markdown.ts';
import { httpTitle } from './sections.ts';

/** Turns the OpenAPI document into pages: one about all endpoints, one for each resource, and one about the events. */
export function httpDocuments(root: string): SiteDocument[] {
  // Cast: the file is generated from an object of this type.
  const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as OpenApiDocument;
  return [
    page('HTTP API', 'index', overview(document)),
    ...document.tags.map(({ name, description }) =>
      page(`HTTP: ${name}`, name, `${description}\n\n${operationsOf(document, name).join('\n')}`),
    ),
    page('HTTP: events', 'events', events(document)),
  ];
}

function page(title: string, name: string, text: string): SiteDocument {
  return { path: `api/${name}.md`, title, section: httpTitle, text: `# ${title}\n\n${text}` };
}

function overview({ info, servers, tags, paths, components }: OpenApiDocument): string {
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([
        method,
        {
          summary,
          tags: [tag = ''],
        },
      ]) => tableRow([`[\`${method.toUpperCase()} ${path}\`](/api/${tag}.md#${slugOf(`${method} ${path}`)})`, summary]),
    ),
  );
  const errors = Object.values(components.responses).map(({ description }) => `- ${description}`);
  return [
    info.description,
    `The same as OpenAPI 3.1: [openapi.json](/openapi.json), \`clipwright/openapi.json\` in the package.`,
    `The base URL of a mock in process is \`${servers[0]?.url}\`. Send the API key as \`Authorization: Bearer <key>\`.`,
    `## Endpoints\n\n${table(['Endpoint', 'What it does'], rows)}`,
    `## Errors\n\n${errors.join('\n')}`,
    `The resources: ${tags.map(({ name }) => `[${name}](/api/${name}.md)`).join(', ')}. What the service sends by itself: [events](/api/events.md).\n`,
  ].join('\n\n');
}

function operationsOf(document: OpenApiDocument, tag: string): string[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => describe(document, method, path, operation)),
  );
}

function describe(document: OpenApiDocument, method: string, path: string, operation: OpenApiOperation): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const [status = '', success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const content = success !== undefined && 'content' in success ? success.content : undefined;
  const body = content && 'application/json' in content ? content['application/json'] : undefined;
  const errors = Object.keys(responses).filter((each) => /^[45]/.test(each));
  return [
    `## ${method.toUpperCase()} ${path}`,
    `${summary} In the client: ${methodLink(method, path)}.`,
    description,
    parameters.length > 0 ? `Parameters:\n\n${parameterTable(document, parameters)}` : '',
    requestBody === undefined ? '' : bodyText('Request', document, requestBody.content['application/json']),
    body === undefined ? '' : bodyText(`Response ${status}`, document, body),
    `[Errors](/api/index.md#errors): ${errors.join(', ')}.`,
    `<TryIt method="${method}" path="${path}" />\n`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function events(document: OpenApiDocument): string {
  const operations = Object.entries(document.webhooks).map(([type, { post }]) => {
    const body = post?.requestBody?.content['application/json'];
    const text = body === undefined ? '' : bodyText('Body', document, body);
    return `## ${type}\n\n${post?.summary}\n\n${text}`;
  });
  const { Signature, Timestamp } = document.components.parameters;
  return [
    'The service sends an event as a POST request to every webhook that is registered for its type. Verify the signature over the raw body before you use the event: [Receiving webhooks](/guides/receiving-webhooks.md).',
    `- \`${Signature?.name}\`: ${Signature?.description}\n- \`${Timestamp?.name}\`: ${Timestamp?.description}`,
    ...operations,
  ].join('\n\n');
}

function parameterTable(
  document: OpenApiDocument,
  parameters: readonly (OpenApiParameter | OpenApiReference)[],
): string {
  const rows = parameters.map((each) => {
    const { name, in: place, required, schema, description = '' } = '$ref' in each ? shared(document, each) : each;
    return tableRow([`\`${name}\``, place, typeCell(typeOf(schema, document.components), required), description]);
  });
  return table(['Name', 'In', 'Type', 'Description'], rows);
}

function shared({ components }: OpenApiDocument, { $ref }: OpenApiReference): OpenApiParameter {
  const parameter = components.parameters[$ref.slice($ref.lastIndexOf('/') + 1)];
  if (parameter === undefined) throw new Error(`The OpenAPI document has no ${$ref}.`);
  return parameter;
}

interface Body {
  readonly schema: Parameters<typeof fieldsOf>[0];
  readonly example?: unknown;
}

function bodyText(title: string, { components }: OpenApiDocument, { schema, example }: Body): string {
  const rows = fieldsOf(schema, components).map(({ path, type, required, description }) =>
    tableRow([`\`${path}\``, typeCell(type, required), description]),
  );
  const fields = rows.length === 0 ? typeOf(schema, components) : table(['Field', 'Type', 'Description'], rows);
  if (example === undefined) return `${title}:\n\n${fields}`;
  return `${title}:\n\n${fields}\n\n${codeBlock('json', JSON.stringify(shortened(example), null, 2))}`;
}

function typeCell(type: string, required: boolean): string {
  return required ? `${type}, **required**` : type;
}

/** Cuts each array down to its first item, since all items have the same fields. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shortened(field)]));
}

function table(headings: readonly string[], rows: readonly string[]): string {
  return [tableRow(headings), tableRow(headings.map(() => '---')), ...rows].join('\n');
}

/** Returns a link to the client's method for an endpoint. */
function methodLink(method: string, path: string): string {
  const [name] =
    Object.entries(endpoints).find(([, row]) => row.path === path && row.method === method.toUpperCase()) ?? [];
  if (name === undefined) throw new Error(`No endpoint is ${method} ${path}.`);
  const words = name.split('.');
  const className = words
    .slice(0, -1)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('')
    .replace(/^Captions(?=W)/, 'Caption');
  return `[client.${name}](/reference/clipwright/interfaces/${className}.md#${slugOf(words.at(-1) ?? '')})`;
}
