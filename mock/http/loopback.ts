/** Whether a URL's host name can mean this machine only. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/** Whether an `Origin` is that of a page of this machine, or of one that is being developed: those names are reserved for it. */
export function isLocalOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return isLoopback(url.hostname) || /(?:^|\.)(?:localhost|test)$/.test(url.hostname);
}
