// The tools that are installed here, and how a program with the suite is run.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { toMinor } from './document.mjs';

/** The path of a file of an installed package; `node` is the one that npm scripts of the repository run on. */
export function toolPath(file) {
  const folder = file.startsWith('node/') ? '../../../node_modules' : 'node_modules';
  return fileURLToPath(new URL(`${folder}/${file}`, import.meta.url));
}

/** A title with the version, major and minor, of an installed package. */
export function versioned(title, packageName = title.toLowerCase()) {
  const { version } = JSON.parse(readFileSync(toolPath(`${packageName}/package.json`), 'utf8'));
  return `${title} ${toMinor(version)}`;
}

/** What the suite has found, as the program prints it. */
export async function printedResults(command, args, { project, serverUrl }) {
  const { stdout } = await promisify(execFile)(command, [...args, serverUrl], { cwd: project, timeout: 300_000 });
  return JSON.parse(stdout);
}

export const node24 = versioned('Node');

export function onNode24(args, context) {
  return printedResults(toolPath('node/bin/node'), args, context);
}
