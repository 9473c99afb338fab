/** A model with every field present, all the way down: what the mock answers, so that leaving one out does not compile. */
export type DeepRequired<T> = T extends string | number | boolean | null
  ? T
  : T extends readonly (infer Item)[]
    ? DeepRequired<Item>[]
    : T extends object
      ? { [K in keyof T]-?: DeepRequired<T[K]> }
      : T;
