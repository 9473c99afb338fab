/**
 * Calls a user's function and ignores its result. Anything it throws or rejects with goes to `report`; errors from
 * `report` itself are dropped. Never throws or rejects, so it does not have to be awaited; resolves when the function
 * has settled.
 */
export async function callSafely(callback: () => unknown, report?: (error: unknown) => unknown): Promise<void> {
  try {
    await callback();
  } catch (error) {
    if (report !== undefined) await callSafely(() => report(error));
  }
}
