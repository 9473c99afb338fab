import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { SiteDocument } from './documents.ts';
import { filePagePath, sitePath, withSiteLinks } from './links.ts';
import { codeBlock, titleOf } from './markdown.ts';
import { examplesTitle } from './sections.ts';

/** Returns the pages of the examples: their README, one page for each folder, and one for each file outside a folder. */
export function exampleDocuments(root: string): SiteDocument[] {
  const files = readableFiles(root);
  const folders = [...new Set(files.flatMap((file) => /^examples\/[^/]+(?=\/)/.exec(file) ?? []))];
  const single = files.filter((file) => file.split('/').length === 2);
  const isReadme = (file: string) => file.endsWith('/README.md');
  return [
    readmePage(root, 'examples/README.md', []),
    ...folders.map((folder) => {
      const own = files.filter((file) => file.startsWith(`${folder}/`) && !isReadme(file));
      return readmePage(root, `${folder}/README.md`, own);
    }),
    ...single.filter((file) => !isReadme(file)).map((file) => filePage(root, file)),
  ];
}

function readmePage(root: string, path: string, files: readonly string[]): SiteDocument {
  const folder = path.slice(0, -'/README.md'.length);
  const text = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : `# ${folder}\n`;
  const parts = files.map((file) => `## ${file}\n\n${fileBlock(root, file)}`);
  return {
    path: sitePath(path),
    title: titleOf(text),
    section: examplesTitle,
    text: [withSiteLinks(path, text, root), ...parts].join('\n'),
  };
}

function filePage(root: string, file: string): SiteDocument {
  return {
    path: filePagePath(file),
    title: file,
    section: examplesTitle,
    text: `# ${file}\n\n${fileBlock(root, file)}`,
  };
}

function fileBlock(root: string, file: string): string {
  return codeBlock(languageOf(file), readFileSync(join(root, file), 'utf8'));
}

function readableFiles(root: string): string[] {
  const tracked = execFileSync('git', ['ls-files', 'examples'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return tracked.filter((file) => languageOf(file) !== '' && !file.endsWith('package-lock.json'));
}

function languageOf(file: string): string {
  return languages[extname(file).slice(1)] ?? '';
}

const languages: Readonly<Record<string, string>> = {
  ts: 'ts',
  tsx: 'tsx',
  js: 'js',
  mjs: 'js',
  cjs: 'js',
  json: 'json',
  html: 'html',
  css: 'css',
  md: 'md',
  vtt: 'text',
};
