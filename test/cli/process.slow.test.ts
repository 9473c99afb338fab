import { createMock } from 'clipwright/mock';
import { signWebhook } from 'clipwright/webhooks';
import { expect, test } from 'vitest';
import { builtCommand } from './support/built-command.ts';
import { commandLine } from './support/command-line.ts';

const { run, startCli } = commandLine(builtCommand);
const { runFrom } = builtCommand;

const secret = 'whsec_Zp3';

test('clipwright rejects an unsupported version of Node', async () => {
  const env = { NODE_OPTIONS: '--import=data:text/javascript,process.getBuiltinModule=undefined' };

  expect(await run(['--version'], { env })).toEqual({
    code: 1,
    stdout: '',
    stderr: `clipwright needs Node 22.12 or newer; this is ${process.version}.\n`,
  });
});

test('clipwright verify rejects a standard input that is a directory or unreadable', async () => {
  const { 'x-service-signature': signature, 'x-service-timestamp': time } = await signWebhook({ body: '{}', secret });
  const args = ['verify', '--signature', signature, '--timestamp', time, '--secret', secret];

  expect(await runFrom('< /', args)).toEqual({
    code: 1,
    stdout: 'invalid (no_match): The body is empty. Pipe it in, as in `clipwright verify … < body.json`.\n',
    stderr: '',
  });
  expect(await runFrom('0> /dev/null', args)).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^clipwright: verify: standard input cannot be read: EBADF[^\n]*\. Give the file of the body, as in `< body\.json`\.\n$/,
    ),
  });
});

test('clipwright listen waits for a mock that restarts', async () => {
  const server = await createMock().listen();
  const command = startCli(['listen', '--json', '--mock', server.baseUrl]);
  await command.printed(/"listening"/);
  await server.close();
  await using _ = await createMock().listen({ port: server.port });
  await command.printed(/"gap"/);
});
