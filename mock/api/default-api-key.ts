/** The API key that is used where none is given. Everybody may know it. */
export const DEFAULT_API_KEY = 'test';

/** Its digest, for a page that has no code to make it. */
export const DEFAULT_KEY_DIGEST = 'b2b8969c-2ab7-5967-82b6-6f799abda9d3';
