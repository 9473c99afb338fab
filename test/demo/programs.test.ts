import { join } from 'node:path';
import { format } from 'node:util';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { folderOf, serveProject } from './support/program-folder.ts';
import { isForRunner, isServer, programs, promisedOutput } from './support/programs.ts';

const files = Object.entries(programs).map(([file, code]) => ({ file, code }));
const folder = folderOf(programs);

// built/programs.slow.test.ts also runs each program in its own process, with the built package.
describe('the programs of the documents', () => {
  beforeAll(serveProject);

  const inProcess = files.filter(
    ({ code }) => !isServer(code) && !isForRunner(code) && !changesProcess(code) && !waitsForWindow(code),
  );
  test.each(inProcess)('include $file, which prints what its comments say', async ({ file, code }) => {
    shortenPauses();
    const printed: string[] = [];
    const complained: string[] = [];
    spyOn('log', printed);
    spyOn('warn', complained);
    spyOn('error', complained);
    await import(join(folder, file));
    expect(complained).toEqual([]);
    const promised = promisedOutput(code);
    if (promised.length > 0) expect(printed.join('\n').split('\n')).toEqual(promised);
  });
});

describe('the tests of the documents for vitest', () => {
  const forVitest = files.filter(({ code }) => code.includes("from 'clipwright/vitest'"));
  expect(forVitest.length).toBeGreaterThan(0);
  describe.each(forVitest)('$file', async ({ file }) => {
    // Importing the file registers its tests here.
    await import(join(folder, file));
  });
});

/** Whether the program affects other programs in the same process. */
function changesProcess(code: string): boolean {
  return /'node:(test|diagnostics_channel)'|process\.(kill|once)/.test(code);
}

/** Whether the program waits for a rate limit in real seconds. */
function waitsForWindow(code: string): boolean {
  return /clock: 'realtime', rateLimit:/.test(code);
}

/**
 * Shortens delays of 100 to 5000 ms, such as those of polls and retries, to a twentieth. Longer delays, such as most
 * timeouts, do not change.
 */
function shortenPauses(): void {
  const { setTimeout } = globalThis;
  const spy = vi.spyOn(globalThis, 'setTimeout');
  spy.mockImplementation((run, delay = 0, ...args) =>
    setTimeout(run, delay < 100 || delay > 5000 ? delay : delay / 20, ...args),
  );
}

function spyOn(method: 'log' | 'warn' | 'error', lines: string[]): void {
  vi.spyOn(console, method).mockImplementation((...values) => void lines.push(format(...values)));
}
