import type { CaptionContent, ProjectContent } from 'clipwright/mock';
import { literal, type Names } from './literal.ts';

/** Code that seeds a project like one of the mock. */
export interface SeededProject {
  readonly code: string;
  /** The expressions for the ids in the project. */
  readonly names: Names;
}

/** Code that reads the ids of the seeded project, as far as other code names them. */
export function idsCode(code: string): string[] {
  const used = ['items', 'captions'].filter((name) => new RegExp(`\\b${name}(?:\\[\\d|\\.find)`).test(code));
  return used.length === 0 ? [] : [`const { ${used.join(', ')} } = mock.state.project(project.id);`];
}

/** Code that seeds a project with the captions of one of the mock, and what the ids in it are called there. */
export function seededProject(content: ProjectContent): SeededProject {
  const { name } = content.project;
  const captions = content.captions.length === 0 ? {} : { captions: webVttOf(content) };
  const code = `const project = await mock.seed.project(${literal({ name, ...captions }, new Map(), '  ')});`;
  return { code, names: new Map([[content.project.id, 'project.id'], ...itemNames(content), ...wordNames(content)]) };
}

function itemNames({ items, captions }: ProjectContent): [string, string][] {
  const ofCaptions = captions.map(({ itemId }, index): [string, string] => [itemId, `captions[${index}].itemId`]);
  if (captions.length === 0) return [];
  const others = (['video', 'audio'] as const).flatMap((type): [string, string][] => {
    const item = items.find((each) => each.type === type);
    return item ? [[item.id, `items.find(({ type }) => type === '${type}').id`]] : [];
  });
  return [...ofCaptions, ...others];
}

function wordNames({ captions }: ProjectContent): [string, string][] {
  return captions.flatMap(({ words }, caption) =>
    words.map(([id], index): [string, string] => [id, `captions[${caption}].words[${index}][0]`]),
  );
}

/** The captions with the times of their words. */
function webVttOf({ captions, items, unitsPerSecond }: ProjectContent): string {
  const time = (units: number) => new Date(Math.round((units * 1000) / unitsPerSecond)).toISOString().slice(11, 23);
  const cue = ({ itemId, words }: CaptionContent) => {
    const item = items.find(({ id }) => id === itemId);
    const start = item?.start ?? 0;
    // What was trimmed off is trimmed off by the call, not before it.
    const end = (item?.end ?? 0) + (item?.trimStart ?? 0) + (item?.trimEnd ?? 0);
    const text = words.map(([, word, at], index) => `${index > 0 ? `<${time(at)}>` : ''}${escaped(word)}`).join(' ');
    return `${time(start)} --> ${time(end)}\n${text}`;
  };
  return `WEBVTT\n\n${captions.map(cue).join('\n\n')}\n`;
}

/** Each stays one word. */
function escaped(word: string): string {
  return word.replace(/\s+/g, '_').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
