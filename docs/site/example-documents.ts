import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { SiteDocument } from './documents.ts';
import { codeBlock } from './markdown.ts';
import { examplesTitle } from './sections.ts';

/** The Markdown of each example of the repository: a file below `examples/`, or a folder with all its files. */
export function exampleDocuments(root: string): SiteDocument[] {
  const files = readableFiles(root);
  const entries = [...new Set(files.map((file) => file.split('/')[1] ?? ''))];
  return entries.map((entry) => {
    const path = `examples/${entry}`;
    const own = files.filter((file) => file === path || file.startsWith(`${path}/`));
    const parts = own.map(
      (file) => `## ${file}\n\n${codeBlock(languageOf(file), readFileSync(join(root, file), 'utf8'))}`,
    );
    return { path: `${path}.md`, title: path, section: examplesTitle, text: `# ${path}\n\n${parts.join('\n')}` };
  });
}

/** Where a file or folder of the examples is shown, below the root of the prepared documents. */
export function exampleTarget(path: string): { readonly path: string; readonly fragment: string } {
  const [, entry = '', ...rest] = path.replace(/\/$/, '').split('/');
  // As typedoc makes the fragment of a heading.
  const fragment = rest.length > 0 ? `#${path.replaceAll(/[/.]/g, '').toLowerCase()}` : '';
  return { path: `examples/${entry}.md`, fragment };
}

function readableFiles(root: string): string[] {
  const tracked = execFileSync('git', ['ls-files', 'examples'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return tracked.filter((file) => languageOf(file) !== '' && !file.endsWith('package-lock.json'));
}

function languageOf(file: string): string {
  const extension = extname(file).slice(1);
  return languages[extension] ?? '';
}

const languages: Readonly<Record<string, string>> = {
  ts: 'ts',
  tsx: 'tsx',
  mts: 'ts',
  js: 'js',
  mjs: 'js',
  cjs: 'js',
  json: 'json',
  html: 'html',
  css: 'css',
  md: 'md',
  vtt: 'text',
};
