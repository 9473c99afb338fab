import { writeFile } from 'node:fs/promises';
import type { BatchFailure, Caption, CaptionWord, Clipwright } from 'clipwright';
import { toSrt, toWebVtt } from 'clipwright/captions';

/** The open project, and its captions as they were last read. */
export interface Editor {
  readonly client: Clipwright;
  readonly projectId: string;
  captions: readonly Caption[];
}

export interface Command {
  readonly usage: string;
  /** True if the command does not change the captions. */
  readonly isRead?: true;
  /** Resolves to a message for the user. */
  readonly run: (editor: Editor, args: readonly string[]) => Promise<string | undefined>;
}

/** An error that the user caused. */
export class UsageError extends Error {}

export const commands: Readonly<Record<string, Command>> = {
  find: {
    usage: '<text>',
    isRead: true,
    async run({ client, projectId, captions }, [text]) {
      // `captions.words.list` returns fields in camel case. `captions.list` and all requests use snake case.
      const words = await client.captions.words.list(projectId, { match_text: required(text, 'text') }).toArray();
      const places = words.map(({ captionId, orderIndex, word }) => {
        const number = captions.findIndex(({ caption_id }) => caption_id === captionId) + 1;
        return `${number}.${(orderIndex ?? 0) + 1} ${word}`;
      });
      return places.join('\n') || 'Nothing found.';
    },
  },

  replace: {
    usage: '"<words>" "<words>"',
    async run({ client, projectId }, [from, to]) {
      // If `to_words` is empty, the mock deletes the phrase. The specification does not say what the service does.
      const from_words = required(from, 'text to replace').split(' ');
      const to_words = (to ?? '').split(' ').filter((word) => word !== '');
      const { replacements_applied } = await client.transcript.correct(projectId, {
        phrase_replacements: [{ from_words, to_words }],
      });
      return `${replacements_applied ?? 'an unknown number of'} replaced`;
    },
  },

  split: {
    usage: '<word> <part> <part>...',
    async run({ client, projectId, captions }, [place, ...words]) {
      await client.captions.words.split(projectId, { word_id: wordAt(captions, place).id, words });
      return undefined;
    },
  },

  merge: {
    usage: '<word> <word>...',
    async run({ client, projectId, captions }, places) {
      const word_ids = places.map((place) => wordAt(captions, place).id);
      await client.captions.words.merge(projectId, { word_ids });
      return undefined;
    },
  },

  retime: {
    usage: '<word> <start> <end>',
    async run({ client, projectId, captions }, [place, start, end]) {
      const word_id = wordAt(captions, place).id;
      const update = { word_id, start_seconds: secondsOf(start), end_seconds: secondsOf(end) };
      await client.captions.words.retime(projectId, { updates: [update] });
      return undefined;
    },
  },

  move: {
    usage: '<caption> <start>',
    async run({ client, projectId, captions }, [number, start]) {
      const item = { timeline_item_id: itemAt(captions, number), new_start_seconds: secondsOf(start) };
      return failures(await client.timeline.batchMove(projectId, { items: [item] }));
    },
  },

  trim: {
    usage: '<caption> <seconds off its end>',
    async run({ client, projectId, captions }, [number, end]) {
      const item = { timeline_item_id: itemAt(captions, number), trim_end_seconds: secondsOf(end) };
      return failures(await client.timeline.batchTrim(projectId, { items: [item] }));
    },
  },

  save: {
    usage: '<file.srt or file.vtt>',
    isRead: true,
    async run({ captions }, [file]) {
      const path = required(file, 'file');
      await writeFile(path, path.endsWith('.srt') ? toSrt(captions) : toWebVtt(captions, { karaoke: true }));
      return `${captions.length} captions saved`;
    },
  },
};

/** Returns the errors of failed items. A batch resolves even if its only item has failed. */
function failures({ failed_items }: { readonly failed_items?: readonly BatchFailure[] | null }): string | undefined {
  return failed_items?.map(({ error, error_code }) => error ?? error_code ?? 'It failed.').join('\n') || undefined;
}

function wordAt(captions: readonly Caption[], place: string | undefined): CaptionWord {
  const [number, index] = (place ?? '').split('.');
  const word = captionAt(captions, number).words?.[Number(index) - 1];
  if (!word) throw new UsageError(`There is no word ${place}.`);
  return word;
}

/** Returns the id of a caption's timeline item, which is not the caption's own id. */
function itemAt(captions: readonly Caption[], number: string | undefined): string {
  const { timeline_item_id } = captionAt(captions, number);
  if (!timeline_item_id) throw new UsageError(`Caption ${number} is not on the timeline.`);
  return timeline_item_id;
}

function captionAt(captions: readonly Caption[], number: string | undefined): Caption {
  const caption = captions[Number(number) - 1];
  if (!caption) throw new UsageError(`There is no caption ${number}.`);
  return caption;
}

function secondsOf(text: string | undefined): number {
  const seconds = Number(required(text, 'time'));
  if (Number.isNaN(seconds)) throw new UsageError(`${text} is not a number of seconds.`);
  return seconds;
}

function required(text: string | undefined, name: string): string {
  if (!text) throw new UsageError(`The ${name} is missing.`);
  return text;
}
