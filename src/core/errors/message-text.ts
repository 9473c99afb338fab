/**
 * Formats text as one line for a message or a log, at most 2,048 characters. Control characters are escaped, so that
 * text from the service can neither control a terminal nor imitate another log line.
 */
export function toMessageText(text: string): string {
  const escaped = text.slice(0, maxLength + 1).replace(controls, escapeCharacter);
  return escaped.length > maxLength ? `${escaped.slice(0, maxLength - 1)}…` : escaped;
}

const maxLength = 2048;
const controls = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Returns an error and its causes, outermost first. Stops after 8, because a chain of causes can be circular. */
export function causesOf(error: unknown): object[] {
  const chain: object[] = [];
  for (let cause = error; isObject(cause) && chain.length < 8; cause = Reflect.get(cause, 'cause')) chain.push(cause);
  return chain;
}

/** Joins the messages of an error and its causes. Runtimes throw "fetch failed" with the reason as its `cause`. */
export function describeCauses(error: unknown): string {
  if (!isObject(error)) return String(error);
  const messages = causesOf(error).map((cause) => Reflect.get(cause, 'message') || Reflect.get(cause, 'code'));
  return messages.filter((message) => typeof message === 'string').join(': ') || 'unknown reason';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
