import { spawn } from 'node:child_process';

/** Starts a Node program, and resolves when its output matches a pattern. */
export async function startNode(args, pattern) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise((_, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}:\n${output}`)));
  });
  // Ignore a later rejection, because the program also exits when the check stops it.
  ended.catch(() => {});
  const found = new Promise((resolve) => {
    child.stdout.on('data', () => {
      const [match] = pattern.exec(output) ?? [];
      if (match) resolve(match);
    });
  });
  return { text: await Promise.race([found, ended]), stop: () => child.kill('SIGTERM') };
}
