/** Whether a URL's host name always means this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/** Whether an `Origin` is a page of this machine, or has a host name that is reserved for development. */
export function isLocalOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return isLoopback(url.hostname) || /(?:^|\.)(?:localhost|test)$/.test(url.hostname);
}
