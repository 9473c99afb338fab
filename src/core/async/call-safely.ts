/** Calls a user's function. What it throws goes to `report`, whose own errors are dropped. Never throws or rejects. */
export async function callSafely(callback: () => unknown, report?: (error: unknown) => unknown): Promise<void> {
  try {
    await callback();
  } catch (error) {
    if (report !== undefined) await callSafely(() => report(error));
  }
}
