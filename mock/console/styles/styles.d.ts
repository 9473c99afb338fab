/** esbuild writes them to a file of their own. */
declare module '*.css';
