/**
 * Makes every field required, at every depth. The mock's responses have this type, so that a missing field is a compile
 * error.
 */
export type DeepRequired<T> = T extends string | number | boolean | null
  ? T
  : T extends readonly (infer Item)[]
    ? DeepRequired<Item>[]
    : T extends object
      ? { [K in keyof T]-?: DeepRequired<T[K]> }
      : T;
