import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A Markdown text for users. */
export interface Document {
  /** The file's name without `.md`, or the folder's name if the file is a `SKILL.md`. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly blocks: readonly CodeBlock[];
}

/** A fenced block of a Markdown text. */
export interface CodeBlock {
  readonly language: string;
  /** The text in the brackets after the language. */
  readonly title: string | undefined;
  readonly code: string;
}

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export const readme = documentOf('README', 'README.md');
export const examples = documentOf('examples', 'examples/README.md');
const landing = documentOf('landing', 'docs/site/landing.md');
export const guides = filesOf('docs/guides/*.md').map((file) => documentOf(basename(file, '.md'), file));
export const skills = filesOf('docs/skills/*/SKILL.md').map((file) => documentOf(basename(dirname(file)), file));

const all = [readme, landing, ...guides, ...skills].flatMap(({ name, blocks }) =>
  blocks.flatMap(({ language, title, code }, index) =>
    language === 'ts' ? [{ file: title?.endsWith('.ts') ? title : `${name}-${index + 1}.ts`, code }] : [],
  ),
);

/** The TypeScript blocks that need no package of test/tools, by file name. Each block is a program. */
export const programs = byFile(all.filter(({ code }) => !needsTools(code)));

/** The other TypeScript blocks, by file name. `npm run check:types` compiles them. */
export const toolPrograms = byFile(all.filter(({ code }) => needsTools(code)));

/** Whether a program runs until it is stopped. Such programs in the documents take a port from their environment. */
export function isServer(code: string): boolean {
  return code.includes('process.env.PORT');
}

/** Whether a program needs a test runner. */
export function isForRunner(code: string): boolean {
  return /from '(clipwright\/(vitest|playwright)|@playwright\/test)'/.test(code);
}

/** The output of a program according to its comments, such as `// → 201`. */
export function promisedOutput(code: string): string[] {
  return [...code.matchAll(/^ *\/\/ → (.*)$/gm)].map(([, line = '']) => line);
}

/** The commands in a document's shell blocks. */
export function shellCommands({ blocks }: Document): string[] {
  const scripts = blocks.filter(({ language }) => language === 'sh');
  return scripts.flatMap(({ code }) => code.trim().split(/\n+(?=\w)/));
}

export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w+)(?: \[(.*?)\])?\n(.*?)^```$/gms)].map(
    ([, language = '', title, code = '']) => ({
      language,
      title,
      code,
    }),
  );
}

/** Whether a program needs a package that only test/tools installs. */
function needsTools(code: string): boolean {
  return /from '(\.\/activities\.ts|@temporalio\/\w+|inngest|pg|drizzle-orm|kysely|@prisma\/client|rate-limiter-flexible)'/.test(
    code,
  );
}

function byFile(
  programs: readonly { readonly file: string; readonly code: string }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(programs.map(({ file, code }) => [file, code]));
}

function documentOf(name: string, file: string): Document {
  const text = readFileSync(root + file, 'utf8');
  return { name, file, text, blocks: codeBlocks(text) };
}

function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).sort();
}
