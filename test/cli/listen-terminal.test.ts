import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { commandLine, hasTerminal, type Terminal } from './support/command-line.ts';
import { mockWithDeliveries } from './support/deliveries-on-terminal.ts';
import { rowsOf } from './support/terminal-screen.ts';

const { startOnTerminal } = commandLine();

const UP = '\u001b[A';
const DOWN = '\u001b[B';
const ENTER = '\r';
const wide = { columns: 160, env: { NO_COLOR: '1' } };

describe.skipIf(!hasTerminal)('on a terminal, clipwright listen', () => {
  test('selects a delivery with the keys, opens it, and sends it again', async () => {
    const { mock, terminal } = await listening(wide);
    await terminal.printed(/❯ delivery-3 job\.failed delivered · 3 of 3/);
    terminal.type(UP);
    await terminal.printed(/❯ delivery-2 job\.complete delivered · 2 of 3/);
    terminal.type(`k${UP}${UP}`);
    await terminal.printed(/❯ delivery-1 export\.ready delivered · 1 of 3/);
    terminal.type(DOWN);
    await terminal.printed(/1 of 3[\s\S]*❯ delivery-2 job\.complete delivered · 2 of 3/);
    terminal.type(ENTER);
    await terminal.printed(/\n\r?delivery-2 delivered\r\n[\s\S]*Attempt 1 [\s\S]*x-service-signature: [\da-f]{64}\r\n/);
    terminal.type('r');
    await terminal.printed(/ 200 +job\.complete · delivery-2 · attempt 2 · /);
    terminal.type('q');

    expect((await terminal.ended).code).toBe(0);
    expect(mock.deliveries.map(({ attempts }) => attempts.length)).toEqual([1, 2, 1]);
  });

  test('prints new lines above the status line, and keeps the selection', async () => {
    const { mock, server, terminal } = await listening(wide);
    await terminal.printed(/3 of 3/);
    terminal.type(UP);
    await terminal.printed(/❯ delivery-2 .* 2 of 3/);
    for (const error of ['one', 'two']) {
      mock.emit('job.failed', { error });
      await mock.settled();
    }
    const [text] = await terminal.printed(/^[\s\S]*delivery-5 [\s\S]*❯ delivery-2 [^\r]* 2 of 5 [^\r]*\r/);

    const rows = rowsOf(text);
    expect(rows[0]).toBe(`Watching the deliveries of ${server.baseUrl}`);
    expect(rows.slice(1).map((row) => row.replace(/^[\d:]{8} --> +http:\S+ +(.*) · attempt 1 · .*$/, '$1'))).toEqual([
      '200        export.ready · delivery-1',
      '200        job.complete · delivery-2',
      '200        job.failed · delivery-3',
      '200        job.failed · delivery-4',
      '200        job.failed · delivery-5',
      '❯ delivery-2 job.complete delivered · 2 of 5 · ↑↓ select · Enter open · r send again · ? help · q stop',
    ]);
  });

  test('does not print a line that is wider than the terminal', async () => {
    const { terminal } = await listening({ ...wide, columns: 60 });
    await terminal.printed(/3 of 3/);
    terminal.type('q');
    const { stdout } = await terminal.ended;

    for (const row of rowsOf(stdout.replaceAll('\u001b[J', '\n'))) {
      if (!row.startsWith('Watching')) expect(row.length).toBeLessThanOrEqual(60);
    }
  });

  test('shows why a delivery was not sent again', async () => {
    const { server, terminal } = await listening(wide);
    await terminal.printed(/3 of 3/);
    await server.close();
    terminal.type('r');

    await terminal.printed(/delivery-3 was not sent: http:\S+ cannot be reached: no mock is running there\. /);
  });

  test('lists the keys', async () => {
    const { terminal } = await listening(wide);
    await terminal.printed(/3 of 3/);
    terminal.type('?');

    await terminal.printed(/Enter {6}shows its headers, its body and each attempt\r\n/);
  });

  test('exits after q, even if a receiver has not responded', async () => {
    let isStuck = false;
    const { mock, terminal } = await listening(wide, async () => {
      if (isStuck) await once(new EventTarget(), 'never');
      return new Response();
    });
    await terminal.printed(/3 of 3/);
    isStuck = true;
    terminal.type('r');
    await terminal.printed(/sending again/);
    terminal.type('q');

    expect((await terminal.ended).code).toBe(0);
    expect(mock.deliveries[2]?.attempts).toHaveLength(1);
  });
});

/** Starts the command with a mock that has made three deliveries. */
async function listening(on: Terminal, deliver?: () => Response | Promise<Response>) {
  const { args, ...made } = await mockWithDeliveries(deliver);
  return { ...made, terminal: startOnTerminal(on, ...args) };
}
