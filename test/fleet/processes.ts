import type { ChildProcess } from 'node:child_process';

/** The processes that a scenario has started. */
export class Processes {
  readonly #all: ChildProcess[] = [];
  #fail: (error: Error) => void = () => {};
  readonly #failure = new Promise<never>((_, reject) => {
    this.#fail = reject;
  });

  get count(): number {
    return this.#all.length;
  }

  add(name: string, child: ChildProcess): ChildProcess {
    this.#all.push(child);
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      errors = (errors + text).slice(-5000);
    });
    child.once('close', (code, signal) => {
      // The scenario itself kills some processes.
      if (child.killed) return;
      this.#fail(new Error(`${name} has exited unexpectedly, with ${signal ?? `code ${code}`}.\n${errors}`));
    });
    return child;
  }

  /** Waits for a result, and fails as soon as a process exits that the scenario has not killed. */
  whileTheyRun<T>(result: Promise<T>): Promise<T> {
    return Promise.race([result, this.#failure]);
  }

  kill(): void {
    for (const child of this.#all) child.kill('SIGKILL');
  }
}
