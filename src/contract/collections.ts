import {
  type core,
  string,
  type ZodMiniArray,
  type ZodMiniRecord,
  type ZodMiniString,
  type ZodMiniType,
  array as zodArray,
  record as zodRecord,
} from 'zod/mini';
import { maxIssues } from './issue.ts';

/** The check of an array. Unlike zod's own it looks for no more than {@link maxIssues}, and copies nothing. */
export function array<Item extends ZodMiniType>(item: Item): ZodMiniArray<Item> {
  return bounded(zodArray(item), item, (value) => (Array.isArray(value) ? { values: value } : undefined));
}

/** The check of an object with any keys, bounded as that of an {@link array}. */
export function record<Value extends ZodMiniType>(value: Value): ZodMiniRecord<ZodMiniString, Value> {
  return bounded(zodRecord(string(), value), value, (object) => {
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined;
    return { values: Object.values(object), keys: Object.keys(object) };
  });
}

interface Collection {
  readonly values: readonly unknown[];
  /** Default: the index of each value. */
  readonly keys?: readonly string[];
}

/** `read`: undefined for what is no such collection, which zod's own check then refuses. */
function bounded<Schema extends ZodMiniType>(
  schema: Schema,
  { _zod: element }: ZodMiniType,
  read: (value: unknown) => Collection | undefined,
): Schema {
  const { _zod } = schema;
  const refuse = _zod.parse;
  _zod.parse = (payload, context) => {
    const collection = read(payload.value);
    if (collection === undefined) return refuse(payload, context);
    const { values, keys } = collection;
    for (let index = 0; index < values.length && payload.issues.length < maxIssues; index++) {
      // Cast: no check of the contract is asynchronous.
      const { issues } = element.run({ value: values[index], issues: [] }, context) as core.ParsePayload;
      for (const issue of issues)
        payload.issues.push({ ...issue, path: [keys?.[index] ?? index, ...(issue.path ?? [])] });
    }
    return payload;
  };
  _zod.run = _zod.parse;
  return schema;
}
