import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { endNow } from '../../mock/cli/command/process.ts';
import { ended, running } from '../support/running.ts';
import { InProcess } from './support/in-process.ts';
import { reachableMock } from './support/mock-with-webhook.ts';

test('verify rejects an unreadable standard input', async () => {
  const command = new InProcess().run(['verify', '--secret', 's', '--signature', 'a', '--timestamp', '1']);
  command.stdin.destroy(new Error('EBADF: bad file descriptor'));

  expect(await ended(command)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'clipwright: verify: standard input cannot be read: EBADF: bad file descriptor. ' +
      'Give the file of the body, as in `< body.json`.\n',
  });
});

describe.each(['stdout', 'stderr'] as const)('when %s can no longer be written', (stream) => {
  test('mock keeps running, and exits with 0 on SIGTERM', async () => {
    const { command, fail } = failingWith(stream);
    const [, baseUrl = ''] = await running(command.run(['mock', '--port', '0'])).printed(/^(.*)\n/);
    command[stream].destroy(new Error('EPIPE'));

    expect((await fetch(`${baseUrl}/nothing`)).status).toBe(404);
    command.kill('SIGTERM');
    expect(await once(command, 'close')).toEqual([0]);
    expect(fail).not.toHaveBeenCalled();
  });

  test('listen keeps running, and exits with 0 on SIGTERM', async () => {
    const { mock, baseUrl, register } = await reachableMock();
    await register(['job.failed']);
    const { command, fail } = failingWith(stream);
    await running(command.run(['listen', '--mock', baseUrl])).printed(/^Watching /);
    command[stream].destroy(new Error('EPIPE'));

    mock.emit('job.failed');
    await mock.settled();
    command.kill('SIGTERM');
    expect(await once(command, 'close')).toEqual([0]);
    expect(fail).not.toHaveBeenCalled();
  });
});

describe('the end of a command', () => {
  test('waits until its output has been read', async () => {
    const command = waitingForReader();
    const end = endNow(command, 0);
    command.stdout.resume();

    await expect(end).rejects.toThrow('Exit with 0.');
  });

  test('waits one second for a stuck reader', async () => {
    const command = waitingForReader();
    const exit = vi.spyOn(command, 'exit');
    const end = endNow(command, 0);
    end.catch(() => {});
    await vi.advanceTimersByTimeAsync(999);
    expect(exit).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);

    await expect(end).rejects.toThrow('Exit with 0.');
  });
});

/** Creates a process with an error listener on a stream, as `mock/cli/index.ts` adds one. */
function failingWith(stream: 'stdout' | 'stderr') {
  const command = new InProcess();
  const fail = vi.fn();
  command[stream].on('error', fail);
  return { command, fail };
}

/** A process that has printed more than its stream can buffer. */
function waitingForReader(): InProcess {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const command = new InProcess();
  command.stdout.write('x'.repeat(100_000));
  return command;
}
