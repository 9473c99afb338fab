/** Of which a caller may have stored any part: a field that is undefined counts as absent. */
export type Stored<T> = { [Field in keyof T]?: T[Field] | undefined };
