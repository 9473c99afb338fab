import type { ProjectChange } from '../data/mock-store.ts';

/** Whether a project may have changed since it was read: by this change, or by one between it and the one seen before. */
export function isConcerned(
  id: string,
  readAt: number,
  change: ProjectChange,
  before: ProjectChange | undefined,
): boolean {
  if (change.id !== null && change.id !== id) return before !== undefined && change.revision > before.revision + 1;
  return change.id === null || change.revision > readAt;
}
