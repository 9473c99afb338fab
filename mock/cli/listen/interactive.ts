import type { InputStream } from '../command/process.ts';
import { deliveryDetail } from '../log/delivery-detail.ts';
import type { LogStream } from '../log/layout.ts';
import { formatError, type ShownText } from '../log/shown-text.ts';
import { createPaint, drawSegments, type Paint, plain, type Segment } from '../log/terminal-text.ts';
import type { Heard } from './hear.ts';
import { type Action, actionOf, keyHelp } from './keys.ts';
import type { Lines } from './lines.ts';
import { Screen } from './screen.ts';
import * as states from './state.ts';

interface InteractiveOptions {
  readonly input: InputStream;
  readonly output: LogStream;
  readonly shown: ShownText;
  readonly lines: Lines;
  /** Sends a delivery again. Resolves when the attempt has ended. */
  readonly send: (id: string) => Promise<unknown>;
  readonly stop: () => void;
}

/** Shows deliveries in a terminal until it is disposed, with keys that select a delivery, open it and send it again. */
export class Interactive implements Disposable {
  readonly #options: InteractiveOptions;
  readonly #screen: Screen;
  readonly #paint: Paint;
  #state = states.initialState;

  constructor(options: InteractiveOptions) {
    const { input, output, shown } = options;
    const paint = createPaint(output);
    this.#options = options;
    this.#paint = paint;
    this.#screen = new Screen(input, output, (columns) => statusLine(this.#state, shown, paint, columns));
    this.#screen.open((key) => {
      const action = actionOf(key);
      if (action !== undefined) this.#act(action);
    });
  }

  show(heard: Heard): void {
    this.#state = states.afterHeard(this.#state, heard);
    this.#screen.print(this.#options.lines(heard));
  }

  [Symbol.dispose](): void {
    this.#screen.close();
  }

  #act(action: Action): void {
    if (action === 'stop') this.#options.stop();
    else if (action === 'suspend') this.#screen.suspend();
    else if (action === 'help') this.#screen.print(['', ...keyHelp.map((line) => `  ${line}`), '']);
    else if (action === 'open') this.#openSelected();
    else if (action === 'send') this.#sendSelected();
    else this.#step(action);
  }

  #step(step: states.Step): void {
    this.#state = states.afterStep(this.#state, step);
    this.#screen.refresh();
  }

  #openSelected(): void {
    const delivery = states.selectedDelivery(this.#state);
    if (delivery) this.#screen.print(['', ...deliveryDetail(delivery, this.#options.shown, this.#paint), '']);
  }

  #sendSelected(): void {
    const id = states.selectedDelivery(this.#state)?.id;
    if (id !== undefined && !this.#state.sending.includes(id)) void this.#send(id);
  }

  /** Sends a delivery again, and shows an error, if any. The attempt is shown when the mock reports it. */
  async #send(id: string): Promise<void> {
    const { send, shown } = this.#options;
    this.#state = states.whileSending(this.#state, id);
    this.#screen.refresh();
    const failure = await send(id).then(
      () => [],
      (error: unknown) => [`${shown.part(id)} was not sent: ${shown.part(formatError(error))}`],
    );
    this.#state = states.afterSending(this.#state, id);
    this.#screen.print(failure);
  }
}

/** Returns the last line of the terminal, with the selected delivery and the keys. */
export function statusLine(state: states.ListenState, shown: ShownText, paint: Paint, columns: number): string {
  const segments = [...selection(state, shown, paint), [keysFor(state), paint.dim] as const];
  // On some terminals, a line that fills the last column would wrap.
  return drawSegments(segments, columns - 1);
}

function selection(state: states.ListenState, shown: ShownText, paint: Paint): Segment[] {
  const delivery = states.selectedDelivery(state);
  if (!delivery) return [['No deliveries yet', plain]];
  const { id, event, status } = delivery;
  const place = `${states.selectedIndex(state) + 1} of ${state.deliveries.length}`;
  return [
    ['❯ ', paint.cyan],
    [shown.part(id), paint.bold],
    [` ${shown.part(event.type)} ${status} · ${place}`, plain],
    ...(state.sending.includes(id) ? ([[' · sending again …', paint.yellow]] as const) : []),
  ];
}

function keysFor({ deliveries }: states.ListenState): string {
  const keys = ['? help', 'q stop'];
  return ` · ${(deliveries.length === 0 ? keys : ['↑↓ select', 'Enter open', 'r send again', ...keys]).join(' · ')}`;
}
