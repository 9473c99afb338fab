/** A model with every field present, all the way down: what the mock answers, so that leaving one out does not compile. */
export type Complete<T> = T extends string | number | boolean | null
  ? T
  : T extends readonly (infer Item)[]
    ? Complete<Item>[]
    : T extends object
      ? { [K in keyof T]-?: Complete<T[K]> }
      : T;
