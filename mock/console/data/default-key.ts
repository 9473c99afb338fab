/** The API key that everybody may know. The page does not load what the mock has it from. */
export const DEFAULT_KEY = 'test';

/** Its digest. */
export const DEFAULT_KEY_DIGEST = 'b2b8969c-2ab7-5967-82b6-6f799abda9d3';
