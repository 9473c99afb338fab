import { literal, strictObject, string, unknown, type ZodMiniType } from 'zod/mini';
import { oneOf, record } from '../../../src/contract/collections.ts';
import { eventTypes } from '../../../src/contract/event.ts';
import { number, text } from '../../../src/contract/model.ts';
import { apiNames } from '../../http/api.ts';
import { recordedMethods } from '../../records/request-filter.ts';

/** The response of a route that returns nothing: an empty object. */
export type Done = Record<string, never>;

export const done: ZodMiniType<Done> = strictObject({});

export const strings: ZodMiniType<Readonly<Record<string, string>>> = record(text);
export const values: ZodMiniType<Readonly<Record<string, unknown>>> = record(unknown());
export const counts: ZodMiniType<Readonly<Record<string, number>>> = record(number);
export const isTrue: ZodMiniType<true> = literal(true);
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export const endpoint = oneOf(apiNames);

/** The allowed values of each schema that `nameOf` returns, for the OpenAPI document of the control API. */
export const knownValues = new Map<unknown, readonly string[]>();

/** Accepts any string: the mock's method checks the name, so that the error is the same as in process. */
function nameOf<const Name extends string>(names: readonly Name[]): ZodMiniType<Name> {
  const schema = string();
  knownValues.set(schema, names);
  // Cast: a method of the mock checks the name.
  return schema as ZodMiniType as ZodMiniType<Name>;
}

export const endpointName = nameOf(apiNames);
export const methodName = nameOf(recordedMethods);
export const sourceName = nameOf(['client', 'console', 'any']);
export const eventTypeName = nameOf(eventTypes);
export const deliveryStatusName = nameOf(deliveryStatuses);
