import type { ZodMiniType } from 'zod/mini';
import { type ApiName, api } from '../http/api.ts';
import { type Fields, type Model, models, visitObjects } from '../points/models.ts';

/** A response of the mock. Changes may edit it in place. */
export interface Reply {
  readonly name: ApiName;
  status: number;
  readonly headers: Record<string, string>;
  /** Undefined if the response has no body. */
  body: unknown;
  readonly isReplay: boolean;
}

/** Changes a response so that it follows a service’s answer to an open point. */
export type Change = (reply: Reply, answer: string) => void;

/** A change for any answer, or one for each answer other than the plain choice that the mock can follow. */
export type Changes = Change | { readonly [Answer in string]?: Change };

/** Does nothing, because the mock already responds in this way. */
export const asIs: Change = () => {};

/** The changes for the points of an area. */
export type Table<Points> = { readonly [Id in keyof Points]?: Changes };

/** Changes the successful responses of one endpoint. */
export function inResponse(name: ApiName, change: (reply: Reply, body: Fields, answer: string) => void): Change {
  return (reply, answer) => {
    if (reply.name === name && isSuccess(reply)) change(reply, Object(reply.body), answer);
  };
}

/** Changes every object of a kind in successful responses. */
export function inObjects(model: Model, change: (fields: Fields, answer: string) => void): Change {
  return (reply, answer) => {
    if (!isSuccess(reply)) return;
    visitObjects(schemaOf(reply.name), reply.body, (fields, schema) => {
      if (schema === models[model].schema) change(fields, answer);
    });
  };
}

/** Sets a field of every object of a kind to the answer. `isChanged`: selects the objects. */
export function field(model: Model, name: string, isChanged: (fields: Fields) => boolean = () => true): Change {
  return inObjects(model, (fields, answer) => {
    if (isChanged(fields)) put(fields, name, answer);
  });
}

/** Sets a field to null or false, removes it, or sets it to the text. */
export function put(fields: Fields, name: string, answer: string): void {
  if (answer === 'absent') delete fields[name];
  else fields[name] = answer === 'null' ? null : answer === 'false' ? false : answer;
}

/** Removes fields. */
export function without(fields: Fields, ...names: readonly string[]): void {
  for (const name of names) delete fields[name];
}

/** Follows each of some answers with the same change. */
export function when(answers: string, change: Change): { readonly [Answer in string]?: Change } {
  return Object.fromEntries(answers.split(' | ').map((answer) => [answer === '""' ? '' : answer, change]));
}

/** Follows `null` and `absent`. */
export function maybeMissing(change: Change): { readonly [Answer in string]?: Change } {
  return when('null | absent', change);
}

/** Calls `change` with each of some names. */
export function forEach<const Name>(names: readonly Name[], change: (name: Name) => Change): Change {
  return (reply, answer) => {
    for (const name of names) change(name)(reply, answer);
  };
}

/** Whether a field is an empty list. */
export const isEmpty = (name: string) => (fields: Fields) => Array.isArray(fields[name]) && fields[name].length === 0;

export function isSuccess({ status }: Reply): boolean {
  return status < 300;
}

function schemaOf(name: ApiName): ZodMiniType {
  return api[name].response;
}
