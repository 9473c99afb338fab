import { type FieldTree, inputTree } from './field-tree.ts';
import { type ApiName, api, apiNames } from './table.ts';

// Cast: `fromEntries` types the keys as strings.
/** The path parameters, query and body fields of each endpoint. */
export const inputFields = Object.fromEntries(apiNames.map((name) => [name, inputTree(api[name])])) as Readonly<
  Record<ApiName, FieldTree>
>;
