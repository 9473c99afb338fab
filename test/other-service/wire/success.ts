import type { Context } from '../context.ts';

export function editSuccess(context: Context): boolean | undefined {
  return context.pick('edits.success', { true: true, false: false, absent: undefined });
}

export function listSuccess(context: Context, items: readonly unknown[]): boolean | undefined {
  if (items.length > 0) return true;
  return context.pick('pages.success', { true: true, false: false, absent: undefined });
}
