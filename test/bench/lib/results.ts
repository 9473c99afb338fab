import { readFile } from 'node:fs/promises';
import { cpus, platform, release, totalmem } from 'node:os';
import type { Table } from './table.ts';

/** The content of `results.json`. */
export interface Results {
  readonly date: string;
  readonly machine: { readonly node: string; readonly system: string; readonly cpu: string; readonly memory: string };
  /** The versions of the compared packages. */
  readonly versions: Readonly<Record<string, string>>;
  readonly tables: readonly Table[];
}

export async function describeMachine(): Promise<Omit<Results, 'tables'>> {
  const processors = cpus();
  const { devDependencies } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: {
      node: process.version,
      system: `${platform()} ${release()}`,
      cpu: `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}`,
      memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    },
    versions: devDependencies,
  };
}
