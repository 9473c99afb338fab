/** Returns the status to send for a choice: null for `null`, undefined for `absent`, otherwise the choice itself. */
export function sentStatus(choice: string): string | null | undefined {
  if (choice === 'null') return null;
  return choice === 'absent' ? undefined : choice;
}
