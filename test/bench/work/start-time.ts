import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTurns, type Measure } from '../lib/in-turns.ts';
import { captionFile } from '../lib/projects.ts';
import { atMost, type Extent, type Table } from '../lib/table.ts';
import { programs, start } from '../servers.ts';

/** Measures how long a test suite waits for a server to start. */
export async function startTime({ isShort }: Extent): Promise<Table> {
  const seedFile = join(tmpdir(), `clipwright-bench-${process.pid}.srt`);
  await writeFile(seedFile, captionFile(20_000));
  const command = programs['clipwright mock'];
  const withWords = { ...command, args: [...command.args, '--seed-file', seedFile] };
  const { 'clipwright listen()': _, ...others } = programs;
  const measures = Object.entries({ ...others, 'clipwright mock, 20,000 words': withWords }).map(
    ([name, program]): [string, Measure] => [name, async () => timeOf(program)],
  );
  try {
    const rows = await inTurns(Object.fromEntries(measures), {
      rounds: isShort ? 1 : 11,
      goals: { 'clipwright mock': atMost(115), 'clipwright mock, 20,000 words': atMost(250) },
    });
    const method = 'From the start of the process to the end of its first response. The ratio is to bare node:http.';
    return { title: 'Start of a standalone mock', method, unit: 'ms', rows };
  } finally {
    await rm(seedFile);
  }
}

async function timeOf(program: Parameters<typeof start>[0]): Promise<number> {
  const server = await start(program);
  await server.stop();
  return server.milliseconds;
}
