import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface CurlResponse {
  readonly status: number;
  readonly body: unknown;
}

const run = promisify(execFile);

/** Sends a request with curl. `args` are curl's own arguments, including the URL. */
export async function curl(...args: string[]): Promise<CurlResponse> {
  const { stdout } = await run('curl', ['--silent', '--show-error', '--write-out', '\n%{http_code}', ...args]);
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end)), body: JSON.parse(stdout.slice(0, end)) };
}
