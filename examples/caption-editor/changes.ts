import type { Caption } from 'clipwright';

/** Returns the lines of changed captions: old lines begin with `-`, new lines with `+`. */
export function changes(before: readonly Caption[], after: readonly Caption[]): string[] {
  const old = linesOf(before);
  const current = linesOf(after);
  const removed = [...old].filter(([id, line]) => current.get(id) !== line);
  const added = [...current].filter(([id, line]) => old.get(id) !== line);
  return [...removed.map(([, line]) => `- ${line}`), ...added.map(([, line]) => `+ ${line}`)];
}

/** Formats a caption as its number, start, end and words, such as ` 2    4.00   6.50  The | second | caption`. */
export function lineOf(caption: Caption, index: number): string {
  const words = caption.words?.map(({ word }) => word).join(' | ') ?? caption.text;
  const [start, end] = [caption.start_seconds, caption.end_seconds].map((time) => time?.toFixed(2).padStart(7) ?? '?');
  return `${String(index + 1).padStart(3)} ${start}${end}  ${words}`;
}

/** Maps the id of each caption to a text: the caption's line, and then the times of its words. */
function linesOf(captions: readonly Caption[]): Map<string, string> {
  return new Map(
    captions.map((caption, index) => {
      const times = caption.words?.map((word) => `${word.start_seconds?.toFixed(2)}-${word.end_seconds?.toFixed(2)}`);
      return [caption.caption_id, `${lineOf(caption, index)}  (${times?.join(' ') ?? ''})`];
    }),
  );
}
