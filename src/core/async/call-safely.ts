/**
 * Calls a function of the user and ignores its result. What it throws or rejects with goes to `report`; what `report`
 * throws or rejects with is dropped. Never throws or rejects, so it need not be awaited; resolves when the function has
 * settled.
 */
export async function callSafely(callback: () => unknown, report?: (error: unknown) => unknown): Promise<void> {
  try {
    await callback();
  } catch (error) {
    if (report !== undefined) await callSafely(() => report(error));
  }
}
