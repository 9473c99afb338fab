import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as contract from '../../src/contract/for-client.ts';
import { bundleOf } from './support/bundle.ts';

describe.each(['node', 'cjs'] as const)('in the %s build,', (build) => {
  test('ky, zod and the endpoints are loaded by the first call, not by the import', async () => {
    const program = fileURLToPath(new URL('./support/what-is-loaded.ts', import.meta.url));
    const { file } = bundleOf('index', build);
    const { stdout } = await promisify(execFile)(process.execPath, [program, file]);

    expect(JSON.parse(stdout)).toEqual({
      atImport: { ky: false, zod: false },
      atFirstCall: { ky: true, zod: true },
    });
  });
});

test('src/contract/for-client.ts, which is loaded by the first call, exports nothing but functions', () => {
  expect(Object.values(contract).map((value) => typeof value)).toEqual(Object.keys(contract).map(() => 'function'));
});
