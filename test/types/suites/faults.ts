import { describe, expect, test } from 'vitest';
import { fileKinds } from '../../../mock/http/urls.ts';
import { compiler, messageOf, root } from '../support/compiler.ts';

const probe = 'test/types/probe.ts';

describe.each([
  ['a mock', 'mock', 'Mock'],
  ['a remote mock', 'mock/remote', 'RemoteMock'],
])('faults.add of %s', (_, entry, type) => {
  const start = `import type { ${type} } from 'clipwright/${entry}';\ndeclare const mock: ${type};\nmock.faults.add(`;

  test.each([
    ['{ match: { file: true }, malformed: true }', 'malformed'],
    ["{ match: { file: true }, when: 'after', drop: true }", 'when'],
    ['{ match: { file: true }, statuss: 503 }', 'statuss'],
    ["{ match: { file: 'export' }, drop: true }", 'file'],
    ["{ match: { file: true, endpoint: 'jobs.list' }, drop: true }", 'endpoint'],
    ["{ match: { event: '*' }, status: 503 }", 'status'],
    ["{ match: { event: '*' }, headers: { a: 'b' }, drop: true }", 'headers'],
    ["{ match: { endpoint: 'jobs.list' }, statuss: 503 }", 'statuss'],
    ["{ match: { endpoint: 'jobs.list' }, duplicate: 1 }", 'duplicate'],
    ["{ match: { endpoint: 'jobs.lst' }, drop: true }", 'endpoint'],
    ["{ match: { endpoint: 'jobs.list', shar: 0.5 }, drop: true }", 'shar'],
    ['{ duplicate: 1 }', 'duplicate'],
    ['{ file: true, drop: true }', 'file'],
    ['{ status: 503, drop: true }', 'drop'],
  ])('reports the mistake in %s at %s', (fault, field) => {
    compiler.replace({ [probe]: `${start}${fault});\n` });
    const errors = compiler.errorsIn(probe).map((error) => error.file?.text.slice(error.start).slice(0, error.length));
    expect(errors).toEqual([field]);
  });

  test.each(["file: 'exports'", "endpoint: 'projects.create'"])(
    'accepts match: { %s } with an effect that is spread from a union type',
    (match) => {
      const kinds = '[{ drop: true }, { cut: true }, { status: 503 }] as const';
      const text = start.replace('mock.faults', `for (const kind of ${kinds}) $&`);
      compiler.replace({ [probe]: `${text}{ match: { ${match} }, ...kind });\n` });
      expect(compiler.errorsIn(probe).map(messageOf)).toEqual([]);
    },
  );

  test('completes the kinds of files', () => {
    compiler.replace({ [probe]: `${start}{ match: { file: '' } });\n` });
    const position = start.length + "{ match: { file: '".length;
    const { entries = [] } = compiler.service.getCompletionsAtPosition(root + probe, position, {}) ?? {};
    expect(entries.map(({ name }) => name).sort()).toEqual([...fileKinds].sort());
  });
});
