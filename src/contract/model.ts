import * as z from 'zod/mini';
import { nullable, object, oneOf, optional, ownSchema } from './collections.ts';

type FieldSchema<T, K extends keyof T> =
  Record<never, never> extends Pick<T, K>
    ? z.ZodMiniOptional<z.ZodMiniType<Exclude<T[K], undefined>>>
    : z.ZodMiniType<T[K]>;

/** The schemas of the fields of `T`, one for each field. */
export type Shape<T> = { readonly [K in keyof T as string extends K ? never : K]-?: FieldSchema<T, K> };

/**
 * Creates the run-time check of an interface. The type of `shape` makes the check and the interface agree. Interfaces
 * are written by hand, because `z.infer` loses their comments. Unknown fields pass through unchanged.
 */
export function model<T extends object>(shape: Shape<T>): z.ZodMiniType<T> {
  // Cast: the type of `shape` ensures that the output is a `T`, but zod cannot infer this.
  return object(shape) as z.ZodMiniType<T>;
}

/** Creates the check for a field that the service may omit or set to null. */
export function maybe<T extends z.ZodMiniType>(schema: T): z.ZodMiniOptional<z.ZodMiniType<z.output<T> | null>> {
  return optional(nullable(schema));
}

/** A known value, which editors can complete, or any other string. */
export type OpenEnum<Known extends string> = Known | (string & Record<never, never>);

/** Creates the check for an {@link OpenEnum}. The known values are only documentation: any string is valid. */
export function openEnum<const Known extends string>(
  known: readonly [Known, ...Known[]],
  open: z.ZodMiniType<string> = text,
): z.ZodMiniType<OpenEnum<Known>> {
  const options = [oneOf(known), open] as const;
  return ownSchema<z.ZodMiniUnion<typeof options>>({ type: 'union', options, inclusive: true }, open._zod.run);
}

/** Creates the check for an {@link OpenEnum} in a request, where an empty string is a mistake. */
export function requestEnum<const Known extends string>(
  known: readonly [Known, ...Known[]],
): z.ZodMiniType<OpenEnum<Known>> {
  return openEnum(known, nonEmpty);
}

/** Creates a check with its own message. `bag`: its description in JSON Schema, in the form that zod's checks use. */
function rule<T>(
  isValid: (value: T) => boolean,
  error: string,
  bag: z.core.$ZodType['_zod']['bag'],
): z.core.$ZodCheck<T> {
  const check = z.refine<T>(isValid, { error });
  check._zod.onattach.push(({ _zod }) => Object.assign(_zod.bag, bag));
  return check;
}

export function atLeast(minimum: number): z.core.$ZodCheck<number> {
  return rule((value) => value >= minimum, `must be ${minimum} or more`, { minimum });
}

export function atMost(maximum: number): z.core.$ZodCheck<number> {
  return rule((value) => value <= maximum, `must be ${maximum} or less`, { maximum });
}

export function wholeNumber(): z.ZodMiniType<number> {
  return z.number().check(rule(Number.isInteger, 'must be a whole number, not a fraction', { format: 'safeint' }));
}

export const text: z.ZodMiniType<string> = z.string();
export const number: z.ZodMiniType<number> = z.number();
export const naturalNumber: z.ZodMiniType<number> = wholeNumber().check(atLeast(0), atMost(Number.MAX_SAFE_INTEGER));
export const flag: z.ZodMiniType<boolean> = z.boolean();
export const nonEmpty: z.ZodMiniType<string> = nonEmptyText();
/** The check for a value documented as an absolute URL. Any string is valid. */
export const url: z.ZodMiniType<string> = z.string();
/** A {@link url} in a request, where an empty string is a mistake. */
export const nonEmptyUrl: z.ZodMiniType<string> = nonEmptyText();
/** The check for a value documented as an ISO 8601 time. Any string is valid. */
export const timestamp: z.ZodMiniType<string> = z.string();
const uuidPattern = /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/;
export const uuid: z.ZodMiniType<string> = z
  .string()
  .check(
    rule((value) => uuidPattern.test(value), 'must be a UUID', { format: 'guid', patterns: new Set([uuidPattern]) }),
  );

function nonEmptyText(): z.ZodMiniType<string> {
  return z.string().check(rule((value) => value !== '', 'must not be empty', { minimum: 1 }));
}
