import {
  type core,
  string,
  type ZodMiniArray,
  type ZodMiniRecord,
  type ZodMiniString,
  type ZodMiniType,
} from 'zod/mini';
import { maxIssues } from './issue.ts';
import { ownSchema } from './model.ts';

/** The check of an array. Unlike zod's own it looks for no more than {@link maxIssues}, and copies nothing. */
export function array<Item extends ZodMiniType>(element: Item): ZodMiniArray<Item> {
  const read = (value: unknown) => (Array.isArray(value) ? value.entries() : undefined);
  return ownSchema<ZodMiniArray<Item>>({ type: 'array', element }, parseEach(element, 'array', read));
}

/** The check of an object with any keys, bounded as that of an {@link array}. */
export function record<Value extends ZodMiniType>(valueType: Value): ZodMiniRecord<ZodMiniString, Value> {
  const read = (value: unknown) => {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
  };
  const definition = { type: 'record', keyType: string(), valueType } as const;
  return ownSchema<ZodMiniRecord<ZodMiniString, Value>>(definition, parseEach(valueType, 'record', read));
}

/** `read`: undefined for what is no such collection. */
function parseEach(
  { _zod: element }: ZodMiniType,
  expected: 'array' | 'record',
  read: (value: unknown) => Iterable<[key: number | string, value: unknown]> | undefined,
) {
  return (payload: core.ParsePayload, context: core.ParseContextInternal): core.ParsePayload => {
    const entries = read(payload.value);
    if (entries === undefined) payload.issues.push({ code: 'invalid_type', expected, input: payload.value });
    for (const [key, value] of entries ?? []) {
      if (payload.issues.length >= maxIssues) break;
      // Cast: no check of the contract is asynchronous.
      const { issues } = element.run({ value, issues: [] }, context) as core.ParsePayload;
      for (const issue of issues) payload.issues.push({ ...issue, path: [key, ...(issue.path ?? [])] });
    }
    return payload;
  };
}
