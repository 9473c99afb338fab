import { stdout } from 'node:process';
import { clearScreenDown, moveCursor } from 'node:readline';

const barWidth = 20;

/** Shows a line for each video. In a terminal, redraws the lines; otherwise, prints each line that changes. */
export class Progress {
  readonly #lines = new Map<string, string>();
  #drawn = 0;

  show(video: string, percent: number, text: string): void {
    const line = `${video}  ${bar(percent)} ${String(percent).padStart(3)} %  ${text}`;
    if (this.#lines.get(video) === line) return;
    this.#lines.set(video, line);
    // Lines that have scrolled off the screen cannot be redrawn.
    if (stdout.isTTY && this.#lines.size < stdout.rows) this.#redraw();
    else console.log(line);
  }

  #redraw(): void {
    moveCursor(stdout, 0, -this.#drawn);
    clearScreenDown(stdout);
    // Cut each line to the width of the terminal, because a line that wraps takes two rows.
    for (const line of this.#lines.values()) stdout.write(`${line.slice(-(stdout.columns - 1))}\n`);
    this.#drawn = this.#lines.size;
  }
}

function bar(percent: number): string {
  const done = Math.round((percent / 100) * barWidth);
  return '█'.repeat(done) + '░'.repeat(barWidth - done);
}
