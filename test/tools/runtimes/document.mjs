// Compares or updates the sections of docs/runtimes.md, whose tables come from check results.
import { readFileSync, writeFileSync } from 'node:fs';

const page = new URL('../../../docs/runtimes.md', import.meta.url);

/** Throws if the text of this section differs, or updates the section if the check was run with `--write`. */
export function keepSection(check, text) {
  const before = readFileSync(page, 'utf8');
  const section = new RegExp(`(<!-- npm run ${check} -- --write -->\n)[^]*?(<!-- end -->)`);
  if (!section.test(before)) throw new Error(`docs/runtimes.md has no section of ${check}.`);
  const after = before.replace(section, (_, start, end) => `${start}\n${text}\n\n${end}`);
  if (after === before) return;
  if (!process.argv.includes('--write')) {
    throw new Error(`docs/runtimes.md differs from what has run; \`npm run ${check} -- --write\` updates it:\n${text}`);
  }
  writeFileSync(page, after);
}

export function toTable(header, rows) {
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export function toMinor(version) {
  return version.split('.').slice(0, 2).join('.');
}
