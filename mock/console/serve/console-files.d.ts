/** The files of the console by name. The build makes this module: `build/console-files.ts`. */
export declare const consoleFiles: Readonly<Record<string, string>>;
