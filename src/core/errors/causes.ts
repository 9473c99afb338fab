/** An error and what caused it, from the outside in. A bound, since a chain may lead back into itself. */
export function causesOf(error: unknown): object[] {
  const chain: object[] = [];
  for (let cause = error; isObject(cause) && chain.length < 8; cause = Reflect.get(cause, 'cause')) chain.push(cause);
  return chain;
}

/** What an error and its causes say: runtimes throw a bare "fetch failed", and hide what happened in its cause. */
export function describeCauses(error: unknown): string {
  if (!isObject(error)) return String(error);
  const texts = causesOf(error).map((cause) => Reflect.get(cause, 'message') || Reflect.get(cause, 'code'));
  return texts.filter((text) => typeof text === 'string').join(': ') || 'for an unknown reason';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
