import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/** A change to a source file that must not compile. */
interface Drift {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** A file in which the compiler must see it. */
  readonly seenIn: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

const drifts: Drift[] = [
  {
    name: 'a client method is deleted',
    file: 'src/resources/projects.ts',
    from: '  create(params',
    to: '  build(params',
    seenIn: 'src/client.ts',
  },
  {
    name: 'a nested client method is deleted',
    file: 'src/resources/caption-words.ts',
    from: '  retime(',
    to: '  time(',
    seenIn: 'src/client.ts',
  },
  {
    name: 'a mock service is deleted',
    file: 'mock/services/index.ts',
    from: "  'captions.words.merge': mergeWords,\n",
    to: '',
    seenIn: 'mock/services/index.ts',
  },
  {
    name: 'a row is added without a method or a service',
    file: 'src/contract/endpoints.ts',
    from: "  'projects.create': {",
    to: "  'projects.rename': { method: 'PATCH', path: '/projects/{projectId}', summary: '', idempotent: false, response: project },\n  'projects.create': {",
    seenIn: 'mock/services/index.ts',
  },
  {
    name: 'a required field is added to an interface alone',
    file: 'src/contract/job.ts',
    from: 'export interface Job {\n',
    to: 'export interface Job {\n  added: string;\n',
    seenIn: 'src/contract/job.ts',
  },
  {
    name: 'an optional field is added to an interface alone',
    file: 'src/contract/caption.ts',
    from: 'export interface Caption {\n',
    to: 'export interface Caption {\n  added?: string | null;\n',
    seenIn: 'src/contract/caption.ts',
  },
  {
    name: 'an optional field is added to an open interface alone',
    file: 'src/contract/timeline-item.ts',
    from: 'export interface UpdateMediaParams {\n',
    to: 'export interface UpdateMediaParams {\n  added?: string;\n',
    seenIn: 'src/contract/timeline-item.ts',
  },
  {
    name: 'a field is added to a schema alone',
    file: 'src/contract/project.ts',
    from: 'model<Project>({\n',
    to: 'model<Project>({\n  added: text,\n',
    seenIn: 'src/contract/project.ts',
  },
  {
    name: 'an optional field is added to an open schema alone',
    file: 'src/contract/audio.ts',
    from: 'model<ImportAudioParams>({\n',
    to: 'model<ImportAudioParams>({\n  added: optional(text),\n',
    seenIn: 'src/contract/audio.ts',
  },
  {
    name: 'a field is deleted from a schema',
    file: 'src/contract/transcript.ts',
    from: '  wordCount: maybe(number),\n',
    to: '',
    seenIn: 'src/contract/transcript.ts',
  },
  {
    name: 'a required field is optional in its schema',
    file: 'src/contract/project.ts',
    from: '  status: text,\n',
    to: '  status: maybe(text),\n',
    seenIn: 'src/contract/project.ts',
  },
  {
    name: 'a service leaves out an optional field of its answer',
    file: 'mock/services/transcript.ts',
    from: '    totalWords: words.length,\n',
    to: '',
    seenIn: 'mock/services/transcript.ts',
  },
  {
    name: 'a field is added to the mock’s state alone',
    file: 'mock/state/types.ts',
    from: 'export interface AudioState {\n',
    to: 'export interface AudioState {\n  added: string;\n',
    seenIn: 'mock/state/snapshot-schema.ts',
  },
  {
    name: 'a field is added to the check of the mock’s state alone',
    file: 'mock/state/snapshot-schema.ts',
    from: 'closed<AudioState>({ ',
    to: 'closed<AudioState>({ added: text, ',
    seenIn: 'mock/state/snapshot-schema.ts',
  },
];

const configured = ts.parseJsonConfigFileContent(
  ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config,
  ts.sys,
  root,
);

/** Only what ships: the tests need not compile while a row is missing. */
const shipped = configured.fileNames.filter((name) => /\/(src|mock)\//.test(name));

/** The files that do not compile, with a text in the place of one file's. */
function brokenFiles(file?: string, text?: string): Set<string> {
  const host = ts.createCompilerHost(configured.options);
  const read = host.readFile.bind(host);
  host.readFile = (name) => (file !== undefined && name === root + file ? text : read(name));
  host.getSourceFile = (name, options) => {
    if (file !== undefined && name === root + file) return ts.createSourceFile(name, text ?? '', options);
    return cached(name, options);
  };
  const program = ts.createProgram(shipped, configured.options, host);
  const diagnostics = [...program.getSemanticDiagnostics(), ...program.getSyntacticDiagnostics()];
  return new Set(diagnostics.map((one) => one.file?.fileName.slice(root.length) ?? ''));
}

const sources = new Map<string, ts.SourceFile | undefined>();

function cached(name: string, options: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
  if (!sources.has(name)) {
    const text = ts.sys.readFile(name);
    sources.set(name, text === undefined ? undefined : ts.createSourceFile(name, text, options));
  }
  return sources.get(name);
}

describe('client, mock and contract cannot drift apart', () => {
  test('as they are, they compile', () => {
    expect([...brokenFiles()]).toEqual([]);
  }, 60_000);

  test.each(drifts)(
    'it does not compile when $name',
    ({ file, from, to, seenIn }) => {
      const text = ts.sys.readFile(root + file) ?? '';
      expect(text).toContain(from);
      expect([...brokenFiles(file, text.replace(from, to))]).toContain(seenIn);
    },
    60_000,
  );
});
