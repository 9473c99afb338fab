/**
 * Calls a function of the user whose result is of no interest. What it throws or rejects with goes to `report`, and what
 * that throws or rejects with is dropped: nobody is left to tell. Neither this call nor its promise ever fails, so that
 * it may go without being awaited; the promise resolves when the function has settled.
 */
export async function callSafely(callback: () => unknown, report?: (error: unknown) => unknown): Promise<void> {
  try {
    await callback();
  } catch (error) {
    if (report !== undefined) await callSafely(() => report(error));
  }
}
