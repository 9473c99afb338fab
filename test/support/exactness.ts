import type { core, ZodMiniType } from 'zod/mini';
import { HttpError } from '../../mock/api/http-error.ts';
import { api } from '../../mock/api/table.ts';
import { createRouter } from '../../mock/http/router.ts';
import { problemBody } from '../../src/contract/problem.ts';

/** Fields in which the mock may have nothing to say; in all others null is a fault. */
const nullable = new Set([
  'description',
  'export_id',
  'download_url',
  'error_message',
  'qa_summary',
  'activity',
  'zip_download_url',
  'last_error_message',
  'enhanced_asset_id',
  'version',
  'processing_run_id',
  'completed_at',
  'error',
  'result',
  'attribution_text',
  'timeline_item_id',
  'volume',
  'animationApplied',
  'hint',
  'merged_word_id',
  'param',
  'backgroundColor',
  'textShadow',
  'glowColor',
  'textGradientFrom',
  'textGradientTo',
  'emojiName',
]);

/** Throws when an answer of the mock's API is not exactly what its row says: a key missing, added, or null without reason. */
export async function requireExact({ method, url }: Request, response: Response): Promise<void> {
  if (method === 'HEAD') return;
  const schema = response.ok ? responseSchema(method, new URL(url)) : isApi(new URL(url)) ? problemBody : undefined;
  const text = schema && (await response.clone().text());
  if (!schema || text === undefined) return;
  const faults = inexactness(schema, JSON.parse(text));
  if (faults.length > 0) throw new Error(`${method} ${url} (${response.status}) is not exact: ${faults.join('; ')}`);
}

/** Where a value has a key more or less than its schema, or a null that says nothing. */
export function inexactness(schema: ZodMiniType, value: unknown, path = '$'): string[] {
  const def = (schema as unknown as { _zod: { def: SchemaDef } })._zod.def;
  switch (def.type) {
    case 'optional':
      return value === undefined ? [`${path} is missing`] : inexactness(def.innerType, value, path);
    case 'nullable':
      if (value !== null) return inexactness(def.innerType, value, path);
      return nullable.has(path.split('.').at(-1) ?? '') ? [] : [`${path} is null`];
    case 'array':
      if (!Array.isArray(value)) return [`${path} is no array`];
      return value.flatMap((entry, index) => inexactness(def.element, entry, `${path}[${index}]`));
    case 'object':
      return objectInexactness(def.shape, value, path);
    default:
      return schema.safeParse(value).success ? [] : [`${path} is ${JSON.stringify(value)}`];
  }
}

type SchemaDef =
  | { readonly type: 'optional' | 'nullable'; readonly innerType: ZodMiniType }
  | { readonly type: 'array'; readonly element: ZodMiniType }
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, ZodMiniType>> }
  | { readonly type: Exclude<core.$ZodTypeDef['type'], 'optional' | 'nullable' | 'array' | 'object'> };

function objectInexactness(shape: Readonly<Record<string, ZodMiniType>>, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is no object`];
  const present = new Map(Object.entries(value));
  const added = [...present.keys()].filter((key) => !Object.hasOwn(shape, key)).map((key) => `${path}.${key} is added`);
  const inside = Object.entries(shape).flatMap(([key, schema]) =>
    present.has(key) ? inexactness(schema, present.get(key), `${path}.${key}`) : [`${path}.${key} is missing`],
  );
  return [...added, ...inside];
}

const findRoute = createRouter(api);

function responseSchema(method: string, url: URL): ZodMiniType | undefined {
  if (!isApi(url)) return undefined;
  try {
    return findRoute(method, url.pathname.replace('/api/v1', '')).row.response;
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

function isApi({ pathname }: URL): boolean {
  return pathname.startsWith('/api/v1/');
}
