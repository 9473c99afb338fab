/** A status as it is sent. It can be null or left out, depending on the choice. */
export function sentStatus(choice: string): string | null | undefined {
  if (choice === 'null') return null;
  return choice === 'absent' ? undefined : choice;
}
