// Finds the installed tools, and runs programs that contain the suite.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { toMinor } from './document.mjs';

/** Returns the path of a file in an installed package. Only the package `node` is installed in the repository's root. */
export function toolPath(file) {
  const folder = file.startsWith('node/') ? '../../../node_modules' : 'node_modules';
  return fileURLToPath(new URL(`${folder}/${file}`, import.meta.url));
}

/** Appends the major and minor version of an installed package to a title. */
export function versioned(title, packageName = title.toLowerCase()) {
  const { version } = JSON.parse(readFileSync(toolPath(`${packageName}/package.json`), 'utf8'));
  return `${title} ${toMinor(version)}`;
}

/** Runs a program, and returns the results of the suite that it prints. */
export async function printedResults(command, args, { project, serverUrl }) {
  const { stdout } = await promisify(execFile)(command, [...args, serverUrl], { cwd: project, timeout: 300_000 });
  return JSON.parse(stdout);
}

export const node24 = versioned('Node');

export function onNode24(args, context) {
  return printedResults(toolPath('node/bin/node'), args, context);
}
