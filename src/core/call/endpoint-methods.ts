/**
 * A method for every endpoint, by its name: `captions.words.list` is `captions: { words: { list } }`. A client of this
 * type has a method for every endpoint.
 */
export type EndpointMethods<Name extends string> = {
  readonly [First in Head<Name> & string]: [Tail<Name, First>] extends [never]
    ? (...input: never[]) => PromiseLike<unknown>
    : EndpointMethods<Tail<Name, First>>;
};

type Head<Name> = Name extends `${infer First}.${string}` ? First : Name;
type Tail<Name, First extends string> = Name extends `${First}.${infer Rest}` ? Rest : never;
