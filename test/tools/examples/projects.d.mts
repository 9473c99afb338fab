export function installPackage(folder: string, tarball: string): Promise<string>;
export function installExample(
  folder: string,
  example: { readonly name: string; readonly app: string; readonly tarball: string },
): Promise<void>;
