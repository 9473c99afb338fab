/** Whether a URL's host name always means this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/** Whether an `Origin` belongs to a page on this machine, or has a host name reserved for development. */
export function isLocalOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return isLoopback(url.hostname) || /(?:^|\.)(?:localhost|test)$/.test(url.hostname);
}
