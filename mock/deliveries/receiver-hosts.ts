import { type Check, mustBe } from '../../src/core/options/checks.ts';

/** All hosts. */
const ANY = '*';

interface ReceiverHost {
  readonly hostname: string;
  /** Any port if undefined. */
  readonly port: number | undefined;
}

/** A list of hosts, each with or without a port. */
export const aListOfHosts: Check = mustBe(
  'a list of hosts such as "localhost", "10.0.0.5:3000" or "[::1]:3000", or of "*" for all',
  (value) => Array.isArray(value) && value.every((entry) => entry === ANY || readHost(entry) !== undefined),
);

/** Whether one of the hosts, which have been checked, is that of the URL. */
export function namesHostOf(hosts: readonly string[], url: URL): boolean {
  return hosts.some((entry) => {
    if (entry === ANY) return true;
    const host = readHost(entry);
    return host?.hostname === url.hostname && (host.port ?? portOf(url)) === portOf(url);
  });
}

export function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

function readHost(entry: unknown): ReceiverHost | undefined {
  const [, host, port] = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\]+)(?::(\d{1,5}))?$/i.exec(String(entry)) ?? [];
  // As a URL spells it: in lower case, an IPv4 address of four numbers, an IPv6 address at its shortest.
  const hostname = host && URL.parse(`http://${host}/`)?.hostname;
  return hostname ? { hostname, port: port === undefined ? undefined : Number(port) } : undefined;
}
