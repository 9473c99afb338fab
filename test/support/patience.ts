/** For `vi.waitFor` and `vi.waitUntil`: a second, their own limit, is too short for a busy machine. */
export const patience = { timeout: 300_000 };
