import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Application, Converter, PageEvent, type ProjectReflection } from 'typedoc';

/**
 * Links each symbol to a copy of its source file in the site: the package names no repository to link to, and the copy
 * always has the same version as the other pages.
 */
export function linkSources(app: Application, root: string): { write(output: string): void } {
  const files = new Set<string>();
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const source of sourcesOf(project)) {
      files.add(source.fileName);
    }
  });
  app.renderer.on(PageEvent.END, (page) => {
    const up = '../'.repeat(page.url.split('/').length - 1);
    if (page.contents !== undefined) page.contents = page.contents.replaceAll(marker, `${up}source/`);
  });
  return { write: (output) => writePages([...files], root, output) };
}

/** The start of `sourceLinkTemplate` in typedoc.json. Each page replaces it with its own relative path to the folder. */
const marker = 'source:/';

function sourcesOf(project: ProjectReflection) {
  return Object.values(project.reflections).flatMap((reflection) =>
    reflection.isDeclaration() || reflection.isSignature() ? (reflection.sources ?? []) : [],
  );
}

function writePages(files: readonly string[], root: string, output: string): void {
  for (const file of files) {
    const target = join(output, 'source', `${file}.html`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, sourcePage(file, readFileSync(join(root, file), 'utf8')));
  }
}

function sourcePage(file: string, text: string): string {
  const up = '../'.repeat(file.split('/').length);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line, index) => `<li id="L${index + 1}">${escapeHtml(line)}</li>`);
  return `<!DOCTYPE html>
<html lang="en" data-base="${up}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${file}</title>
<link rel="stylesheet" href="${up}assets/style.css">
<link rel="stylesheet" href="${up}assets/custom.css">
<script>document.documentElement.dataset.theme = localStorage.getItem('tsd-theme') || 'os'</script>
<body class="source-page">
<h1>${file}</h1>
<p><a href="${up}index.html">clipwright</a></p>
<ol class="source-lines">${lines.join('')}</ol>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
