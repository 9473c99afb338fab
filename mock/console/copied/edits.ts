import type { CaptionContent, ProjectContent, RequestRecord, WordContent } from 'clipwright/mock';
import { parsed } from '../ui/json.tsx';

/** The fields of a split's or a merge's result that say which words are new. */
interface EditResult {
  readonly deleted_word_ids?: readonly string[];
  readonly split_word_ids?: readonly string[];
  readonly merged_word_id?: string | null;
}

/** A project as it was before a request: with the words that the request and those after it have split or merged. */
export function contentBefore(
  content: ProjectContent,
  request: RequestRecord,
  requests: readonly RequestRecord[],
): ProjectContent {
  const since = requests.slice(requests.indexOf(request)).filter((each) => isWordEdit(each, content.project.id));
  const captions = since.reduceRight<readonly CaptionContent[]>(
    // Cast: such an edit responds with them, if with JSON.
    (before, { response }) => before.map((caption) => withoutEdit(caption, parsed(response?.body ?? '') as EditResult)),
    content.captions,
  );
  return { ...content, captions };
}

function isWordEdit({ endpoint, path, status }: RequestRecord, projectId: string): boolean {
  const isEdit = endpoint === 'captions.words.split' || endpoint === 'captions.words.merge';
  return isEdit && path.projectId === projectId && status === 200;
}

function withoutEdit(caption: CaptionContent, edit: EditResult): CaptionContent {
  const { deleted_word_ids: deleted = [], split_word_ids: split = [], merged_word_id: merged } = edit;
  const start = caption.words.findIndex(([id]) => id === (merged ?? split[0]));
  const words = caption.words.slice(start, start + Math.max(1, split.length));
  const [first, last] = [words[0], words.at(-1)];
  if (start < 0 || !first || !last) return caption;
  const text = words.map(([, word]) => word).join('');
  const ids = merged ? [merged, ...deleted] : deleted;
  const restored = divided(ids, text.split(' '), { start: first[2], end: last[3] });
  return { ...caption, words: caption.words.toSpliced(start, words.length, ...restored) };
}

/** Words that share a time evenly. */
function divided(
  ids: readonly string[],
  texts: readonly string[],
  { start, end }: { readonly start: number; readonly end: number },
): WordContent[] {
  const at = (index: number) => start + Math.floor(((end - start) * index) / ids.length);
  return ids.map((id, index) => [id, texts[index] ?? 'word', at(index), at(index + 1), false]);
}
