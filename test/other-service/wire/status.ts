/** A status as it is sent: of one choice it is null, of another it is left out. */
export function sentStatus(choice: string): string | null | undefined {
  if (choice === 'null') return null;
  return choice === 'absent' ? undefined : choice;
}
