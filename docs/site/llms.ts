import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteDocument } from './documents.ts';
import { firstSentence } from './markdown.ts';
import type { Module } from './reference.ts';
import { examplesTitle, httpTitle } from './sections.ts';

/** Copies the Markdown of each page into the site, and writes the two files of llmstxt.org: an index, and all pages. */
export function writeForAssistants(
  documents: readonly SiteDocument[],
  modules: readonly Module[],
  pages: string,
  output: string,
): void {
  const texts = globSync('**/*.md', { cwd: pages })
    .sort()
    .map((file) => {
      const text = readFileSync(join(pages, file), 'utf8').replaceAll(/\n<TryIt .*\n/g, '');
      writeFileSync(join(output, file), text);
      return text;
    });
  const titles = [...new Set(documents.map(({ section }) => section))].filter((title) => !optional.includes(title));
  const listOf = (section: string) =>
    documents.filter((each) => each.section === section).map(({ path, title, text }) => entry(path, title, text));
  const reference = modules.map(({ name }) => {
    const path = `reference/${name}/index.md`;
    return entry(path, name, readFileSync(join(pages, path), 'utf8'));
  });
  const sections = [
    ...titles.map((title) => [title, ...listOf(title)]),
    ['Reference', ...reference],
    ['Optional', ...optional.flatMap(listOf)],
  ];
  const start =
    'Each page has a copy in Markdown, at the same path with `.md`. [All of them](/llms-full.txt) are in one file.';
  const parts = sections.map(([title, ...entries]) => `## ${title}\n\n${entries.join('\n')}`);
  writeFileSync(join(output, 'llms.txt'), `# clipwright\n\n${start}\n\n${parts.join('\n\n')}\n`);
  writeFileSync(join(output, 'llms-full.txt'), texts.join('\n\n'));
}

/** The sections that an assistant with a small context may skip. */
const optional: readonly string[] = [examplesTitle, httpTitle];

function entry(path: string, title: string, text: string): string {
  const sentence = firstSentence(text);
  return `- [${title}](/${path})${sentence === '' ? '' : `: ${sentence}`}`;
}
