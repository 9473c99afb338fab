import { skills } from './programs.ts';

/** Code in backticks in a document. */
export interface CodeSpan {
  readonly text: string;
  readonly verdict: Verdict;
}

/** Whether the document recommends the code or calls it wrong, and whether wrong code compiles. */
export type Verdict = 'right' | 'does not compile' | 'wrong but compiles';

/**
 * Returns the code spans of a Markdown text outside its blocks and frontmatter. Code that does not compile is in items that
 * begin with `- Wrong:`, and in the first cells of tables whose first heading is `You may guess`. Wrong code that compiles is
 * in items that begin with `- Wrong, though it compiles:`.
 */
function codeSpans(markdown: string): CodeSpan[] {
  const text = markdown.replace(/^---\n.*?^---$/ms, '').replace(/^```.*?^```$/gms, '');
  return text.split(/\n(?=\n|- |\|)/).flatMap((part, index, parts) => {
    if (part.startsWith('- Wrong:')) return spansOf(part, 'does not compile');
    if (part.startsWith('- Wrong, though it compiles:')) return spansOf(part, 'wrong but compiles');
    if (!part.startsWith('|') || !isGuessTable(parts, index)) return spansOf(part, 'right');
    const [, guess = '', ...others] = part.split('|');
    return [...spansOf(guess, 'does not compile'), ...spansOf(others.join('|'), 'right')];
  });
}

function isGuessTable(parts: readonly string[], index: number): boolean {
  const heading = parts.slice(0, index).findLast((part, i) => part.startsWith('|') && !parts[i - 1]?.startsWith('|'));
  return heading?.startsWith('| You may guess |') ?? false;
}

function spansOf(text: string, verdict: Verdict): CodeSpan[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({ text: code.replace(/\s+/g, ' '), verdict }));
}

export const skillSpans: readonly (CodeSpan & { readonly skill: string })[] = skills.flatMap(({ name, text }) =>
  codeSpans(text).map((span) => ({ ...span, skill: name })),
);

export function isPath({ text }: CodeSpan): boolean {
  return text.startsWith('node_modules/clipwright/');
}

export function isCommand({ text }: CodeSpan): boolean {
  return text.startsWith('npx ');
}
