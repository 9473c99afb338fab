import { existsSync, statSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { mapLinks } from './markdown.ts';

/** Makes the links in a file of the repository lead to the pages of the site. */
export function withSiteLinks(path: string, text: string, root: string): string {
  return mapLinks(text, (target, fragment) => {
    const file = posix.join(posix.dirname(path), target);
    if (!existsSync(join(root, file))) throw new Error(`${path} links to ${file}, which does not exist.`);
    if (file === 'README.md') return '/';
    return file.startsWith('examples') ? examplePath(file, root) : `/${sitePath(file)}${fragment}`;
  });
}

/** Returns the path in the site of a Markdown file of the repository, or of a file that the site offers for download. */
export function sitePath(file: string): string {
  return file.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
}

/** Returns the path of the page that shows one file. Omits the file's extension, because VitePress would use it as the page's. */
export function filePagePath(file: string): string {
  return `${file.slice(0, -extname(file).length)}.md`;
}

/** Returns a link to the page and the heading that show a file or folder of the examples. */
function examplePath(path: string, root: string): string {
  const [, entry = '', ...rest] = path.replace(/\/$/, '').split('/');
  if (entry === '' || entry === 'README.md') return '/examples/index.md';
  if (statSync(join(root, 'examples', entry)).isFile()) return `/${filePagePath(path)}`;
  const heading = rest.length === 0 || rest[0] === 'README.md' ? '' : `#${slugOf(path)}`;
  return `/examples/${entry}/index.md${heading}`;
}

/** Returns the fragment of a heading in the same way as GitHub, so that a link works in both places. */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}
