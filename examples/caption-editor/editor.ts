import { readFile } from 'node:fs/promises';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Clipwright, isClipwrightError } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { changes, lineOf } from './changes.ts';
import { commands, type Editor, UsageError } from './commands.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { mock: { type: 'string' } },
});
const [projectId] = positionals;
if (projectId === undefined && values.mock === undefined) {
  console.error('Usage: node editor.ts <project id>, or node editor.ts --mock <file.vtt or file.srt>');
  process.exit(2);
}
const editor = values.mock === undefined ? await openProject(projectId ?? '') : await openFile(values.mock);
const help = Object.entries(commands).map(([name, { usage }]) => `  ${name} ${usage}`);

for (const [index, caption] of editor.captions.entries()) console.log(lineOf(caption, index));
console.log(`Commands, with captions by number and words as 2.1, the first of caption 2:\n${help.join('\n')}`);

showPrompt();
for await (const line of createInterface({ input: stdin })) {
  await execute(line);
  showPrompt();
}

function showPrompt(): void {
  if (stdin.isTTY) stdout.write('> ');
}

async function execute(line: string): Promise<void> {
  // An argument that contains spaces must be in quotes.
  const [name = '', ...args] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  if (name === '') return;
  const before = editor.captions;
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new UsageError(`There is no command ${name}.`);
    const message = await command.run(editor, args);
    if (message) console.log(message);
    if (command.isRead) return;
  } catch (error) {
    if (!isClipwrightError(error) && !(error instanceof UsageError)) throw error;
    console.log(error.message);
  }
  // Read the captions even after an error, because the service may have made the edit.
  editor.captions = await editor.client.captions.list(editor.projectId).toArray();
  for (const change of changes(before, editor.captions)) console.log(change);
}

async function openProject(projectId: string): Promise<Editor> {
  const client = new Clipwright();
  return { client, projectId, captions: await client.captions.list(projectId).toArray() };
}

/** Creates a project with the file's captions in a mock. */
async function openFile(file: string): Promise<Editor> {
  const mock = createMock();
  const { id } = await mock.seed.project({ name: file, captions: await readFile(file, 'utf8') });
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
  return { client, projectId: id, captions: await client.captions.list(id).toArray() };
}
