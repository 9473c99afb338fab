import { describe, expect, test, vi } from 'vitest';
import { hasScript } from '../support/has-script.ts';
import { running } from '../support/running.ts';
import { builtCommand, type ShellTerminal } from './support/built-command.ts';
import { mockWithDeliveries } from './support/deliveries-on-terminal.ts';
import { rowsOf } from './support/terminal-screen.ts';

const CTRL_C = '\u0003';
const CTRL_Z = '\u001a';
const wide = { columns: 160, env: { NO_COLOR: '1' } };

describe.skipIf(!hasScript)('clipwright listen restores the terminal', () => {
  const script = `sh -c 'echo "process $$."; exec "$@"' sh "$@"; echo "ended with $?"; stty -a`;

  test.each([
    ['q', 0],
    [CTRL_C, 0],
  ])('after %j', async (key, code) => {
    const { terminal } = await listening({ ...wide, script });
    await terminal.printed(/3 of 3/);
    terminal.type(key);

    expectRestored(await terminal.ended, code);
  });

  test.each([
    ['SIGTERM', 0],
    ['SIGINT', 0],
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
  ] as const)('after %s', async (signal, code) => {
    const { terminal } = await listening({ ...wide, script });
    const [, id = ''] = await terminal.printed(/process (\d+)\./);
    await terminal.printed(/3 of 3/);
    process.kill(Number(id), signal);

    expectRestored(await terminal.ended, code);
  });

  test('when the mock is permanently gone', async () => {
    const { server, terminal } = await listening({ ...wide, script });
    await terminal.printed(/3 of 3/);
    await server.close();
    const ended = await terminal.ended;

    expectRestored(ended, 1);
    expect(ended.stdout).toMatch(/\[Jclipwright: http[^\r]+: no mock is running there[^\r]+\r\n/);
  });

  test('while Ctrl+Z suspends the command, and reads keys again when the command resumes', async () => {
    const shell = `bash -c 'set -m; "$@"; echo "stopped with $?"; stty -a; fg; echo "ended with $?"; stty -a' bash "$@"`;
    const { mock, terminal } = await listening({ ...wide, script: shell });
    await terminal.printed(/3 of 3/);
    terminal.type(CTRL_Z);
    const [stopped] = await terminal.printed(/stopped with 148[\s\S]*\biexten\b/);
    expect(stopped).toMatch(/ icanon\b/);
    await terminal.printed(/iexten[\s\S]*❯ delivery-3 .*3 of 3/);
    terminal.type('r');
    await vi.waitFor(() => expect(mock.deliveries[2]?.attempts).toHaveLength(2), { timeout: 300_000 });
    terminal.type('q');

    expectRestored(await terminal.ended, 0);
  });
});
function expectRestored({ stdout }: { stdout: string }, code: number): void {
  const [, after = ''] = stdout.split(`ended with ${code}`);
  expect(after).toMatch(/(?<!-)\bicanon\b/);
  expect(after).toMatch(/(?<!-)\becho\b/);
  expect(rowsOf(stdout).join('\n')).not.toContain('❯');
}

async function listening(on: ShellTerminal) {
  const { args, ...made } = await mockWithDeliveries();
  const command = builtCommand.startOnTerminal(on, args);
  return { ...made, terminal: { ...running(command), type: command.type } };
}
