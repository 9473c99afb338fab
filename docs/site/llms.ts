import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Application, PageEvent, Reflection } from 'typedoc';
import { firstSentence, mapLinks } from './markdown.ts';
import { optionalSections, referenceTitle } from './sections.ts';

/** A written page. Its path is relative to the output folder and has no extension. */
interface Page {
  readonly path: string;
  readonly model: Reflection;
}

/** Records which pages are written, and writes the two files of llmstxt.org: an index, and the text of all pages. */
export function collectPages(app: Application): { writeIndex(output: string, about: About): void } {
  const pages: Page[] = [];
  app.renderer.on(PageEvent.END, ({ url, model }) => {
    const isPage = url.endsWith('.html') && model instanceof Reflection && !model.isProject();
    if (isPage) pages.push({ path: url.replace(/\.html$/, ''), model });
  });
  return {
    writeIndex(output, about) {
      writeFileSync(join(output, 'llms.txt'), indexOf(pages, output, about));
      writeFileSync(join(output, 'llms-full.txt'), fullText(pages, output));
    },
  };
}

/** The fields of package.json that the index shows. */
export interface About {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

function indexOf(pages: readonly Page[], output: string, { name, version, description }: About): string {
  const linked = pages.filter(({ model }) => model.parent?.isProject());
  const listOf = (titles: readonly string[]) =>
    titles
      .flatMap((title) => linked.filter(({ model }) => sectionOf(model) === title))
      .map((page) => link(page, output))
      .join('\n');
  const titles = [...new Set(linked.map(({ model }) => sectionOf(model)))].filter(
    (title) => !optionalSections.includes(title),
  );
  return [
    `# ${name}\n\n> ${description}\n`,
    `Version ${version}. Start with [the README](README.md). Each page of the site has a twin in Markdown, at the same path with \`.md\`; [llms-full.txt](llms-full.txt) has all of them.\n`,
    ...titles.map((title) => `## ${title}\n\n${listOf([title])}\n`),
    `## Optional\n\n${listOf(optionalSections)}\n`,
  ].join('\n');
}

function sectionOf(model: Reflection): string {
  return model.isDocument() ? String(model.frontmatter.category) : referenceTitle;
}

function link({ path, model }: Page, output: string): string {
  const sentence = firstSentence(textOf(path, output));
  return `- [${model.name}](${path}.md)${sentence === '' ? '' : `: ${sentence}`}`;
}

function fullText(pages: readonly Page[], output: string): string {
  const texts = ['README', ...pages.map(({ path }) => path)].map((path) =>
    mapLinks(textOf(path, output), (target, fragment) => posix.join(posix.dirname(path), target) + fragment),
  );
  return texts.join('\n\n');
}

function textOf(path: string, output: string): string {
  return readFileSync(join(output, `${path}.md`), 'utf8');
}
