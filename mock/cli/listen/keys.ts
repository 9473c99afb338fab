import type { Step } from './state.ts';

export type Action = Step | 'open' | 'send' | 'help' | 'stop' | 'suspend';

/** A key as `readline` reports it. */
export interface Key {
  readonly name?: string | undefined;
  readonly sequence?: string | undefined;
  readonly ctrl?: boolean | undefined;
}

export function actionOf({ name = '', sequence = '', ctrl = false }: Key): Action | undefined {
  // In raw mode, the terminal does not handle Ctrl+C, Ctrl+D and Ctrl+Z, so we have to.
  if (ctrl) return controlKeys.get(name);
  return keys.get(name) ?? characters.get(sequence);
}

export const keyHelp: readonly string[] = [
  'up, k      the previous delivery',
  'down, j    the next delivery',
  'g, G       the oldest, the newest',
  'Enter      shows its headers, its body and each attempt',
  'r          sends it again, with a new signature',
  'q, Ctrl+C  stops',
];

const controlKeys: ReadonlyMap<string, Action> = new Map([
  ['c', 'stop'],
  ['d', 'stop'],
  ['z', 'suspend'],
]);

const keys: ReadonlyMap<string, Action> = new Map([
  ['up', 'up'],
  ['down', 'down'],
  ['home', 'first'],
  ['end', 'last'],
  ['return', 'open'],
  ['enter', 'open'],
]);

/** The actions by typed character, because `g` and `G` have the same key name. */
const characters: ReadonlyMap<string, Action> = new Map([
  ['k', 'up'],
  ['j', 'down'],
  ['g', 'first'],
  ['G', 'last'],
  ['r', 'send'],
  ['?', 'help'],
  ['q', 'stop'],
]);
