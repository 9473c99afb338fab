// This file is only compiled. Every optional option must accept undefined, also with `exactOptionalPropertyTypes`.
import type * as client from 'clipwright';
import type * as captions from 'clipwright/captions';
import type * as jest from 'clipwright/jest';
import type * as mock from 'clipwright/mock';
import type * as msw from 'clipwright/msw';
import type * as node from 'clipwright/node';
import type * as vitest from 'clipwright/vitest';
import type * as webhooks from 'clipwright/webhooks';
import type * as redis from 'clipwright/webhooks/redis';
import type * as sql from 'clipwright/webhooks/sql';

/** The exports of all entries except `mock/remote` and `playwright`. Classes are reached by their `prototype`, or by name if only the type is exported. */
interface PublicInterface {
  readonly client: typeof client;
  readonly captions: typeof captions;
  readonly createMock: typeof mock;
  readonly mock: mock.Mock;
  readonly msw: typeof msw;
  readonly node: typeof node;
  readonly jest: typeof jest;
  // Omits `test`, because its arguments are vitest's.
  readonly vitest: Omit<typeof vitest, 'test'>;
  readonly expect: vitest.MockMatchers<void>;
  readonly webhooks: typeof webhooks;
  readonly redis: typeof redis;
  readonly sql: typeof sql;
}

// An option that does not accept undefined causes a compile error that names it, such as `mock.listen.port`. Internal
// functions are excluded, because they are not in the published types.
export const refusals: Record<Exclude<RefusalsOf<PublicInterface>, `mock.faults.take${string}`>, never> = {};

// Tests the check itself: it must find, at any depth, the options that do not accept undefined.
export const control: Record<
  RefusalsOf<{
    take: (
      one: string,
      options?: { depth?: number; inner?: { value?: string } | undefined; list?: { item?: 1 }[] },
    ) => void;
    prototype: { readonly nested: { send(signal: { signal?: AbortSignal; fine?: number | undefined }): void } };
    make: new (options: { name?: string } | string) => object;
  }>,
  0
> = {
  'take.depth': 0,
  'take.inner.value': 0,
  'take.list': 0,
  'take.list.item': 0,
  'prototype.nested.send.signal': 0,
  'make.name': 0,
};

/** Types of values that callers do not create, but receive from this package, a request or the platform. */
type PassedOn =
  | client.Caption
  | client.NextAction
  | client.StudioSound
  | client.WebhookEvent
  | mock.Mock
  | mock.MockSnapshot
  | webhooks.NodeRequest
  | webhooks.NodeResponse
  | AbortSignal
  | Error
  | Request
  | RequestInit
  | URL
  | Uint8Array;

/** The paths of all options that do not accept undefined, at any depth of an object. */
type RefusalsOf<T> = { [Name in keyof T & string]: RefusalsOfMember<T[Name], Name> }[keyof T & string];

type RefusalsOfMember<T, Path extends string> = T extends (...args: infer Args) => unknown
  ? Refused<Args[number], Path> | RefusalsOfFields<T, Path>
  : T extends abstract new (
        ...args: infer Args
      ) => infer Instance
    ? Instance extends Error
      ? never
      : Refused<Args[number], Path> | RefusalsOfFields<T, Path>
    : T extends Primitive
      ? never
      : RefusalsOfFields<T extends readonly unknown[] ? Omit<T, keyof unknown[]> : T, Path>;

type RefusalsOfFields<T, Path extends string> = {
  [Name in keyof T & string]: RefusalsOfMember<T[Name], `${Path}.${Name}`>;
}[keyof T & string];

/** The optional fields of an argument that do not accept undefined. Objects with an index signature are skipped. */
type Refused<T, Path extends string> = T extends Primitive | ((...args: never) => unknown)
  ? never
  : T extends readonly (infer Item)[]
    ? Refused<Item, Path>
    : string extends keyof T
      ? never
      : true extends IsPassedOn<T>
        ? never
        : {
            [Name in keyof T & string]: RefusedField<T, Name, Path> | Refused<T[Name], `${Path}.${Name}`>;
          }[keyof T & string];

type RefusedField<T, Name extends keyof T & string, Path extends string> =
  Record<never, never> extends Pick<T, Name>
    ? { [N in Name]: undefined } extends Pick<T, Name>
      ? never
      : `${Path}.${Name}`
    : never;

type Primitive = string | number | bigint | boolean | symbol | null | undefined;

// Check both directions, because `RequestInit` has only optional fields, so any options object is assignable to it.
type IsPassedOn<T, One = PassedOn> = One extends unknown
  ? T extends One
    ? One extends T
      ? true
      : never
    : never
  : never;
