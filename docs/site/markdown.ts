/** Returns the text of the first heading. */
export function titleOf(markdown: string): string {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? [];
  if (title === undefined) throw new Error(`There is no heading in: ${markdown.slice(0, 80)}`);
  return title;
}

/** Returns the first sentence below the first heading, on one line, without links and backticks. */
export function firstSentence(markdown: string): string {
  const [, paragraph = ''] = /^# .+\n+((?:[^\n#|`<-][^\n]*\n?)+)/m.exec(markdown) ?? [];
  const line = paragraph.replaceAll(/\s+/g, ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return /^.*?\.(?= |$)/.exec(line.trim())?.[0] ?? line.trim();
}

/** Returns the headings below the title. Skips code blocks. */
export function headingsOf(markdown: string): string {
  const prose = markdown.replaceAll(/^```.*?^```$/gms, '');
  return [...prose.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading).join('\n');
}

/** Puts front matter for typedoc above a text. */
export function withFrontMatter(fields: { readonly title: string; readonly category: string }, text: string): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${text}`;
}

export function withoutFrontMatter(text: string): string {
  return text.replace(/^---\n.*?\n---\n+/s, '');
}

/** Turns consecutive code blocks with names, such as `ts [msw]`, into tabs. */
export function withTabs(markdown: string): string {
  return markdown.replaceAll(/(?:^```\w+ \[[^\]]+\]\n.*?^```\n\n){2,}/gms, '::: code-group\n\n$&:::\n\n');
}

/** Rewrites the targets of links to files of the repository. Skips code blocks. */
export function mapLinks(markdown: string, map: (path: string, fragment: string) => string): string {
  return markdown
    .split(/(^```.*?^```$)/ms)
    .map((part) =>
      part.startsWith('```') ? part : part.replaceAll(linkTarget, (_, path, hash) => `](${map(path, hash ?? '')})`),
    )
    .join('');
}

const linkTarget = /\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g;

export function codeBlock(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\`\n`;
}

/** Returns a row of a table. Escapes line breaks and bars, because they would end a cell. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
}
