import { expect, test } from 'vitest';
import { commandLine } from './support/command-line.ts';
import { mockWithDeliveries } from './support/deliveries-on-terminal.ts';
import { receiver } from './support/receiver.ts';
import { argumentsOf } from './support/shell-line.ts';

const { run, startCli } = commandLine();

/** Options that replace the fixed ports of the examples, because other programs may use those ports. */
async function addressOptions(): Promise<Readonly<Record<string, string[]>>> {
  const { server } = await mockWithDeliveries();
  const mock = ['--mock', server.baseUrl];
  const { url } = await receiver();
  return { mock: ['--port', '0'], listen: mock, deliveries: mock, redeliver: mock, trigger: mock, to: ['--to', url] };
}

test.each([
  ['mock', 3],
  ['listen', 3],
])('the examples in the help of clipwright %s start, and run until they are stopped', async (command, count) => {
  const examples = await examplesOf(command);
  expect(examples).toHaveLength(count);
  for (const line of examples) {
    const running = startCli([...argumentsOf(line), ...((await addressOptions())[command] ?? [])]);
    await running.printed(/\n/);
    expect([line, await running.stop('SIGTERM')]).toEqual([line, expect.objectContaining({ code: 0, stderr: '' })]);
  }
});

test.each([
  ['deliveries', [/^[^\n]+ export\.ready [^\n]+\n$/, /^delivery-1 /]],
  ['redeliver', [/ 200 export\.ready · /]],
  ['trigger', [/ 200 export\.ready · /, /^20 × job\.failed: 20 × /, /^export\.ready \S+ to http:\S+: 200 OK\n$/]],
  ['openapi', [/^\{\n {2}"openapi": "3\.1/]],
] as const)('the examples in the help of clipwright %s succeed', async (command, outputs) => {
  const examples = await examplesOf(command);
  expect(examples).toHaveLength(outputs.length);
  const addresses = await addressOptions();
  for (const [index, line] of examples.entries()) {
    const args = [...(addresses[command] ?? []), ...(line.includes(' --to ') ? (addresses.to ?? []) : [])];
    const ended = await run([...argumentsOf(line), ...args]);
    expect([line, ended]).toEqual([line, { code: 0, stdout: expect.stringMatching(outputs[index] ?? ''), stderr: '' }]);
  }
});

test('the example in the help of clipwright verify says that its signature is not valid', async () => {
  const [line = '', ...others] = await examplesOf('verify');
  expect(others).toEqual([]);

  expect(await run(argumentsOf(line), { input: '{}' })).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^invalid \(no_match\): /),
    stderr: '',
  });
});

async function examplesOf(command: string): Promise<string[]> {
  const { stdout } = await run([command, '--help']);
  const [, examples = ''] = stdout.split('\n\nExamples:\n');
  return examples.match(/^ {2}npx clipwright .+$/gm)?.map((line) => line.trim()) ?? [];
}
