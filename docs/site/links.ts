import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { mapLinks } from './markdown.ts';

/** Makes the links in a file of the repository lead to the pages of the site. */
export function withSiteLinks(path: string, text: string, root: string): string {
  return mapLinks(text, (target, fragment) => {
    const file = posix.join(posix.dirname(path), target);
    if (!existsSync(join(root, file))) throw new Error(`${path} links to ${file}, which does not exist.`);
    return file.startsWith('examples') ? examplePath(file, root) : `/${sitePath(file)}${fragment}`;
  });
}

/** Returns the path in the site of a Markdown file of the repository, or of a file that the site offers for download. */
export function sitePath(file: string): string {
  return file.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
}

/** Returns the page, and the heading in it, that shows a file or folder of the examples. */
function examplePath(path: string, root: string): string {
  const [, entry = '', ...rest] = path.replace(/\/$/, '').split('/');
  if (entry === '' || entry === 'README.md') return '/examples/index.md';
  if (statSync(join(root, 'examples', entry)).isFile()) return `/examples/${entry}.md`;
  const heading = rest.length === 0 || rest[0] === 'README.md' ? '' : `#${slugOf(path)}`;
  return `/examples/${entry}/index.md${heading}`;
}

/** Makes the fragment of a heading as VitePress does, for headings of letters, digits and punctuation. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
