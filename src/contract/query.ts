/** The value of a query parameter. Null and undefined are omitted; an array repeats its parameter. */
export type QueryValue = QueryItem | readonly QueryItem[];

/** The parameters of a query string. */
export type Query = Readonly<Record<string, QueryValue>>;

type QueryItem = string | number | boolean | null | undefined;
