/**
 * A method for every endpoint, by its name: `captions.words.list` is `captions: { words: { list } }`. A client of this
 * type has a method for every endpoint.
 */
export type EndpointMethods<Name extends string> = {
  readonly [Head in Before<Name> & string]: [After<Name, Head>] extends [never]
    ? (...input: never[]) => PromiseLike<unknown>
    : EndpointMethods<After<Name, Head>>;
};

type Before<Name> = Name extends `${infer Head}.${string}` ? Head : Name;
type After<Name, Head extends string> = Name extends `${Head}.${infer Rest}` ? Rest : never;
