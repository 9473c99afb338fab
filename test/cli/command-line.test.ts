import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json';
import { commandLine } from './support/command-line.ts';

const { run } = commandLine();

describe('the help', () => {
  test('lists every command with its description', async () => {
    const { code, stdout } = await run(['--help']);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: clipwright <command> \[options\]\n/);
    expect(stdout.match(/^ {2}\S+(?: [<[]\w+[>\]])?(?= {2,}[A-Z].+\.$)/gm)).toEqual([
      '  mock',
      '  check',
      '  listen',
      '  deliveries [id]',
      '  redeliver <id>',
      '  trigger <type>',
      '  verify',
      '  openapi',
    ]);
  });

  test.each([
    [
      'mock',
      [
        '--port',
        '--host',
        '--seed-file',
        '--api-key',
        '--webhook-secret',
        '--cors',
        '--deliver-to',
        '--clock',
        '--speed',
        '--rate-limit',
        '--state',
        '--fault',
        '--unknown-fields',
        '--answers',
        '--latency',
        '--open',
        '--quiet',
        '--verbose',
        '--json',
        '--help',
      ],
    ],
    ['listen', ['--forward', '--mock', '--api-key', '--events', '--last', '--json', '--help']],
    ['deliveries', ['--mock', '--api-key', '--events', '--last', '--json', '--help']],
    ['redeliver', ['--mock', '--api-key', '--json', '--help']],
    ['trigger', ['--to', '--secret', '--mock', '--api-key', '--data', '--id', '--timestamp', '--count', '--help']],
    ['verify', ['--secret', '--signature', '--timestamp', '--help']],
    ['openapi', ['--help']],
  ])('lists every option of clipwright %s', async (command, options) => {
    const { code, stdout } = await run([command, '--help']);

    expect([code, stdout.match(/^ {2}--[\w-]+(?=(?: <\w+>)? {2,}\S)/gm)?.map((option) => option.trim())]).toEqual([
      0,
      options,
    ]);
  });

  test('is the same with `clipwright help` and with --help, even for a single command', async () => {
    expect(await run(['help'])).toEqual(await run(['--help']));
    expect(await run(['help', 'trigger'])).toEqual(await run(['trigger', '--help']));
  });

  test('is printed without arguments', async () => {
    expect(await run([])).toEqual(await run(['--help']));
    expect((await run([])).stdout).toMatch(/^Usage: clipwright <command> \[options\]\n/);
  });

  test('shows the default of an option', async () => {
    const { stdout } = await run(['mock', '--help']);

    expect(stdout).toContain(
      '  --port <number>            The port to listen on; 0 chooses a free one. Default: 4010.\n',
    );
  });

  test('explains, for clipwright mock, what other machines can do, and mentions server-side request forgery', async () => {
    const { stdout } = await run(['mock', '--help']);

    const [, notes = ''] = stdout.split('\n\nWho can do what:\n');
    expect(notes.match(/^ {2}(?:By default|With --[\w-]+)/gm)).toEqual([
      '  By default',
      '  With --host',
      '  With --cors',
      '  With --deliver-to',
    ]);
    expect(notes).toContain('server-side request forgery');
  });
});

test.each(['--version', '-v'])('clipwright %s prints the version of the package', async (option) => {
  expect(await run([option])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

test('clipwright openapi prints docs/openapi.json', async () => {
  const { code, stdout } = await run(['openapi']);

  expect(code).toBe(0);
  expect(stdout).toBe(await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
});

test.each([
  [
    [''],
    'Unknown command. The commands are mock, check, listen, deliveries, redeliver, trigger, verify, openapi. See `clipwright --help`.',
  ],
  [
    ['lisen', '--json'],
    'Unknown command. Did you mean `listen`? The commands are mock, check, listen, deliveries, redeliver, trigger, verify, openapi. See `clipwright --help`.',
  ],
  [
    ['serve'],
    'Unknown command. The commands are mock, check, listen, deliveries, redeliver, trigger, verify, openapi. See `clipwright --help`.',
  ],
  [
    ['constructor'],
    'Unknown command. The commands are mock, check, listen, deliveries, redeliver, trigger, verify, openapi. See `clipwright --help`.',
  ],
  [
    ['--port=4010', 'mock'],
    'The command must come before its options. The commands are mock, check, listen, deliveries, redeliver, trigger, verify, openapi. See `clipwright --help`.',
  ],
  [
    ['help', 'serve'],
    'Unknown command. The commands are mock, check, listen, deliveries, redeliver, trigger, verify, openapi. See `clipwright --help`.',
  ],
  [['help', 'mock', 'listen'], 'help: Expected at most one command. See `clipwright --help`.'],
  [['mock', '--prot=4010'], "mock: Unknown option '--prot'. Did you mean `--port`? See `clipwright mock --help`."],
  [['mock', '--certificate'], "mock: Unknown option '--certificate'. See `clipwright mock --help`."],
  [['mock', '-p', '4010'], "mock: Unknown option '-p'. See `clipwright mock --help`."],
  [['mock', '--port'], "mock: Option '--port <value>' argument missing. See `clipwright mock --help`."],
  [['mock', '--port', '--host'], "mock: Option '--port' argument is ambiguous. See `clipwright mock --help`."],
  [['mock', '--json=yes'], "mock: Option '--json' does not take an argument. See `clipwright mock --help`."],
  [['mock', '--json', '--quiet'], 'mock: --quiet and --json exclude each other. Give only one of them.'],
  [['mock', '4010'], 'mock: Unexpected argument. See `clipwright mock --help`.'],
  [['deliveries', 'one', 'two'], 'deliveries: Expected at most one <id>. See `clipwright deliveries --help`.'],
  [['redeliver'], 'redeliver: Expected one <id>. See `clipwright redeliver --help`.'],
])('clipwright rejects the invalid arguments %j', async (args, message) => {
  expect(await run(args)).toEqual({ code: 2, stdout: '', stderr: `clipwright: ${message}\n` });
});

describe('an error does not show an argument that may be a misplaced secret', () => {
  const secret = 'whsec_Zp3';
  const options = {
    mock: [
      'port',
      'host',
      'seed',
      'webhook-secrets',
      'cors',
      'clock',
      'speed',
      'rate-limit',
      'fault',
      'latency',
      'json',
    ],
    listen: ['forward', 'mock', 'apikey', 'events', 'last'],
    deliveries: ['mock', 'apikey', 'events', 'last'],
    redeliver: ['mock', 'apikey'],
    trigger: ['to', 'secrets', 'data', 'timestamp', 'count'],
    verify: ['secrets', 'signatures'],
    openapi: ['secret'],
  };
  const required: Readonly<Record<string, string[]>> = {
    listen: ['--forward', 'http://127.0.0.1:1/'],
    redeliver: ['delivery-1'],
    trigger: ['export.ready', '--secret', 's', '--to', 'http://127.0.0.1:1/'],
  };
  const lines = Object.entries(options).flatMap(([command, names]) =>
    names.map((name) => [command, ...(required[command] ?? []), `--${name}=${secret}`]),
  );

  const refused = [
    ...lines,
    [secret],
    [`--secret=${secret}`, 'trigger', 'export.ready'],
    ['--secret', secret, 'trigger', 'export.ready'],
    [`-${secret}`],
    ['mock', secret],
    ['mock', `--help=${secret}`],
    ['mock', '--deliver-to', `${secret}:x`],
    ['mock', '--api-key', `${secret} x`],
    ['mock', '--fault', `{"status":503,"apiKey":"${secret}"}`, '--api-key', `${secret}x`],
    ['trigger', secret, '--to', 'http://127.0.0.1:1/'],
    ['trigger', 'export.ready', '--secret', `-${secret}`],
    ['trigger', 'export.ready', '--secret', secret, '--to', 'http://127.0.0.1:1/'],
    ['trigger', 'export.ready', '--secret', 's', '--to', `http://user:${secret}@127.0.0.1:1/`],
    ['trigger', 'export.ready', '--secret', 's', '--to', `http://127.0.0.1:1/${secret}?${secret}`],
    ['listen', '--forward', 'http://127.0.0.1:1/', '--api-key', `${secret} `],
    ['deliveries', secret, '--mock', 'http://127.0.0.1:1/'],
    ['redeliver', secret, '--mock', 'http://127.0.0.1:1/'],
    ['deliveries', 'delivery-1', secret],
    ['trigger', 'export.ready', '--secret', secret],
    ['trigger', 'export.ready', '--id', secret],
    ['trigger', 'export.ready', '--api-key', secret, '--mock', `http://127.0.0.1:1/?${secret}`],
    ['listen', '--forward', 'http://127.0.0.1:1/', '--api-key', secret, '--mock', `http://127.0.0.1:1/?${secret}`],
  ];
  test.each(refused.map((args) => [args]))('%j', async (args) => {
    const { code, stdout, stderr } = await run(args);

    expect(code).not.toBe(0);
    expect(stdout + stderr).not.toBe('');
    expect(stdout + stderr).not.toContain(secret);
  });
});
