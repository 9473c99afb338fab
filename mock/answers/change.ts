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

type ChangeByAnswer = { readonly [Answer in string]?: Change };

/** A change for any answer, or a change for each answer that the mock can follow. Its own answers need no change. */
export type Changes = Change | ChangeByAnswer;

/** The changes for the points of an area. */
export type Table<Points> = { readonly [Id in keyof Points]?: Changes };

/** Changes the successful responses of one endpoint. */
export function inResponse(name: ApiName, change: (reply: Reply, body: Fields, answer: string) => void): Change {
  return (reply, answer) => {
    if (reply.name === name && isSuccess(reply)) change(reply, Object(reply.body), answer);
  };
}

/** Replaces the body of the successful responses of one endpoint. If `replace` returns undefined, they have no body. */
export function bodyOf(name: ApiName, replace: (body: Fields) => unknown, status?: number): Change {
  return inResponse(name, (reply, body) => {
    reply.body = replace(body);
    reply.status = status ?? reply.status;
  });
}

/** Changes every object of a kind in successful responses. */
export function inObjects(model: Model, change: (fields: Fields, answer: string) => void): Change {
  return (reply, answer) => {
    if (!isSuccess(reply)) return;
    const schema: ZodMiniType = api[reply.name].response;
    visitObjects(schema, reply.body, (fields, own) => {
      if (own === models[model].schema) change(fields, answer);
    });
  };
}

type Test = (fields: Fields) => boolean;

/** Sets a field of every object of a kind to the answer. `isChanged`: selects the objects. */
export function field(model: Model, name: string, isChanged: Test = () => true): Change {
  return inObjects(model, (fields, answer) => {
    if (isChanged(fields)) put(fields, name, answer);
  });
}

/**
 * Like {@link field}, but follows only some answers: `null`, `absent`, the empty string, and the keys of `values`, whose
 * functions return the field's value.
 */
export function listed(
  model: Model,
  name: string,
  values: Readonly<Record<string, (fields: Fields) => unknown>> = {},
  isChanged: Test = () => true,
): ChangeByAnswer {
  const changes = Object.entries(values).map(([answer, valueFor]) => {
    const change = inObjects(model, (fields) => {
      if (isChanged(fields)) fields[name] = valueFor(fields);
    });
    return [answer, change];
  });
  return { ...maybeMissing(field(model, name, isChanged)), ...Object.fromEntries(changes) };
}

/** Sets a field to what the answer says: `null`, `false` or a text. `absent` removes the field. */
export function put(fields: Fields, name: string, answer: string): void {
  if (answer === 'absent') delete fields[name];
  else fields[name] = answer === 'null' ? null : answer === 'false' ? false : answer;
}

export function without(fields: Fields, ...names: readonly string[]): void {
  for (const name of names) delete fields[name];
}

/** Follows each of the answers, which are separated by ` | `, with the same change. */
export function when(answers: string, change: Change): ChangeByAnswer {
  return Object.fromEntries(answers.split(' | ').map((answer) => [answer, change]));
}

/** Follows `null`, `absent` and the empty string. */
export function maybeMissing(change: Change): ChangeByAnswer {
  return { null: change, absent: change, '': change };
}

/** Returns a change that makes the change of each name. */
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
