import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { entries } from '../../tsup.config.ts';

/** Entries that only work in a test run. They export no classes. */
const runners = ['vitest', 'playwright'];

test.each([
  ['esm', '', 'js'],
  ['node', 'node', 'js'],
  ['cjs', '', 'cjs'],
])(
  'in the %s build, Node shows classes, errors and the client under their exported names',
  async (_, folder, extension) => {
    const program = fileURLToPath(new URL('./support/shown-names.ts', import.meta.url));
    const names = Object.keys(entries).filter((entry) => !runners.includes(entry));
    const files = names.map((entry) => join(inject('packageFolder'), folder, `${entry}.${extension}`));
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...files]);

    const { classes, client, errors } = JSON.parse(stdout);
    expect(client).toBe('Clipwright');
    expect(classes.map(([name]: string[]) => name)).toContain('WebhookVerificationError');
    expect(classes).toEqual(classes.map(([name]: string[]) => [name, name, name]));
    expect(errors).toEqual(
      [
        'BadRequestError',
        'AuthenticationError',
        'PermissionDeniedError',
        'NotFoundError',
        'ConflictError',
        'ApiError',
        'UnprocessableError',
        'RateLimitError',
        'ServerError',
      ].map((name) => [name, name, name, name]),
    );
  },
);
