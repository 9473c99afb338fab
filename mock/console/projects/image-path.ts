/**
 * The path of an image of the mock, which the page reads from its own origin: the mock may call itself by another name. With two
 * slashes it would name another host.
 */
export function imagePath(url: string | null): string | undefined {
  return url !== null && URL.canParse(url) ? new URL(url).pathname.replace(/^\/+/, '/') : undefined;
}
