/** Calls a user's function. Passes its error to `report`, and ignores errors of `report`. Never throws or rejects. */
export async function callSafely(callback: () => unknown, report?: (error: unknown) => unknown): Promise<void> {
  try {
    await callback();
  } catch (error) {
    if (report !== undefined) await callSafely(() => report(error));
  }
}
