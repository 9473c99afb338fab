import type { ZodMiniType } from 'zod/mini';
import { type ApiName, api } from '../http/api.ts';
import { type Fields, models, visitObjects } from '../points/models.ts';

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

/** A change for any answer, or one for each answer that the mock can follow. */
export type Changes = Change | { readonly [Answer in string]?: Change };

/** Does nothing, because the mock already responds in this way. */
export const asIs: Change = () => {};

/** Changes the successful responses of one endpoint. */
export function inResponse(name: ApiName, change: (reply: Reply, body: Fields, answer: string) => void): Change {
  return (reply, answer) => {
    if (reply.name === name && isSuccess(reply)) change(reply, Object(reply.body), answer);
  };
}

/** Changes every object of a kind in successful responses. */
export function inObjects(model: keyof typeof models, change: (fields: Fields, answer: string) => void): Change {
  return (reply, answer) => {
    if (!isSuccess(reply)) return;
    visitObjects(schemaOf(reply.name), reply.body, (fields, schema) => {
      if (schema === models[model]) change(fields, answer);
    });
  };
}

/** Sets a field of every object of a kind to the answer. `isChanged`: selects the objects. */
export function field(
  model: keyof typeof models,
  name: string,
  isChanged: (fields: Fields) => boolean = () => true,
): Change {
  return inObjects(model, (fields, answer) => {
    if (isChanged(fields)) put(fields, name, answer);
  });
}

/** Sets a field to null, removes it, or sets it to the text. */
export function put(fields: Fields, name: string, answer: string): void {
  if (answer === 'absent') delete fields[name];
  else fields[name] = answer === 'null' ? null : answer;
}

/** Removes fields. */
export function without(fields: Fields, ...names: readonly string[]): void {
  for (const name of names) delete fields[name];
}

/** Follows `null` and `absent` for a field. `kept`: the answer that leaves the field as it is. */
export function maybeMissing(kept: string, change: Change): Changes {
  return { [kept]: asIs, null: change, absent: change };
}

export function isSuccess({ status }: Reply): boolean {
  return status < 300;
}

function schemaOf(name: ApiName): ZodMiniType {
  return api[name].response;
}
