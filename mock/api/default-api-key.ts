/** The API key that is used where none is given. Everybody may know it. */
export const DEFAULT_API_KEY = 'test';
