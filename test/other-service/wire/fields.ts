import { type Model, models } from '../../../mock/points/models.ts';
import type { Context } from '../context.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns an object for a response. The point `presence.<model>` decides about all fields that are not `kept`. */
export function fields(context: Context, model: Model, all: Fields): Fields {
  const isKept = (name: string) => models[model].kept.includes(name);
  const change = context.pick(`presence.${model}`, {
    present: (value: unknown) => value,
    null: () => null,
    absent: () => undefined,
  });
  const entries = Object.entries(all).map(([name, value]) => [name, isKept(name) ? value : change(value)]);
  return { ...Object.fromEntries(entries), ...moreFields(context) };
}

function moreFields(context: Context): Fields {
  return context.pick('http.moreFields', { none: {}, some: { added_in_2027: [{ value: null }] } });
}
