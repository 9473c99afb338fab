/**
 * A text as a message or a line of a log shows it: at most 2,048 characters on one line. Control characters are escaped,
 * also those that change the direction of writing, so that what a service has sent cannot steer a terminal, nor look
 * like a line of its own.
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
