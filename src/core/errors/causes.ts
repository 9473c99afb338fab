/** An error and its causes, outermost first. At most 8, since a chain of causes can be circular. */
export function causesOf(error: unknown): object[] {
  const chain: object[] = [];
  for (let cause = error; isObject(cause) && chain.length < 8; cause = Reflect.get(cause, 'cause')) chain.push(cause);
  return chain;
}

/** The messages of an error and its causes: runtimes throw a bare "fetch failed" whose cause has the reason. */
export function describeCauses(error: unknown): string {
  if (!isObject(error)) return String(error);
  const messages = causesOf(error).map((cause) => Reflect.get(cause, 'message') || Reflect.get(cause, 'code'));
  return messages.filter((message) => typeof message === 'string').join(': ') || 'unknown reason';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
