/** The console's files by name. `mock/console/build/console-files.ts` generates this module. */
export declare const consoleFiles: Readonly<Record<string, string>>;
