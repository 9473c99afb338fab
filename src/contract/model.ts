import * as z from 'zod/mini';

type FieldSchema<T, K extends keyof T> =
  Record<never, never> extends Pick<T, K>
    ? z.ZodMiniOptional<z.ZodMiniType<Exclude<T[K], undefined>>>
    : z.ZodMiniType<T[K]>;

/** A schema for every field that `T` names and for no other; required or optional as the field is. */
export type Shape<T> = { readonly [K in keyof T as string extends K ? never : K]-?: FieldSchema<T, K> };

/**
 * Ties a documented interface to its run-time check. Unknown fields pass through unchanged.
 *
 * Hand-written interfaces keep the documentation of their fields in the published types, which `z.infer` loses. The
 * shape's type makes interface and schema agree in both directions.
 */
export function model<T extends object>(shape: Shape<T>): z.ZodMiniType<T> {
  // Cast: zod cannot see that the shape's type already proves the output to be `T`.
  return z.looseObject(shape) as z.ZodMiniType<T>;
}

/** A field that the service may omit or set to null. */
export function maybe<T extends z.ZodMiniType>(schema: T): z.ZodMiniOptional<z.ZodMiniType<z.output<T> | null>> {
  return z.optional(z.nullable(schema));
}

/** The known values, which complete in an editor, or any other string. */
export type OpenEnum<Known extends string> = Known | (string & Record<never, never>);

/** The run-time check of an {@link OpenEnum}. The known values document the schema: any string passes. */
export function openEnum<const Known extends string>(
  known: readonly [Known, ...Known[]],
): z.ZodMiniType<OpenEnum<Known>> {
  return z.union([z.enum(known), z.string()]);
}

/** The check of an {@link OpenEnum} in a request, where an empty string is a mistake. */
export function requestEnum<const Known extends string>(
  known: readonly [Known, ...Known[]],
): z.ZodMiniType<OpenEnum<Known>> {
  return z.union([z.enum(known), z.string().check(z.minLength(1))]);
}

export const text: z.ZodMiniType<string> = z.string();
export const number: z.ZodMiniType<number> = z.number();
export const naturalNumber: z.ZodMiniType<number> = z.int().check(z.minimum(0));
export const flag: z.ZodMiniType<boolean> = z.boolean();
export const nonEmpty: z.ZodMiniType<string> = z.string().check(z.minLength(1));
/** An absolute URL to readers of the API description: any string passes the check. */
export const url: z.ZodMiniType<string> = z.string();
/** A {@link url} in a request, where an empty string is a mistake. */
export const nonEmptyUrl: z.ZodMiniType<string> = z.string().check(z.minLength(1));
/** A time in ISO 8601 to readers of the API description: any string passes the check. */
export const timestamp: z.ZodMiniType<string> = z.string();
export const uuid: z.ZodMiniType<string> = z.guid();
