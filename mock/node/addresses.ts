import type { AddressInfo, BlockList } from 'node:net';
import { type Check, mustBe } from '../../src/core/options/checks.ts';

const ANY = '*';

export const aListOfHosts: Check = mustBe(
  'a list of hosts such as "localhost", "10.0.0.5:3000" or "[::1]:3000", or of "*" for all',
  (value) => Array.isArray(value) && value.every((entry) => entry === ANY || readHost(entry) !== undefined),
);

/** Whether the URL has one of these hosts. The hosts must be valid. */
export function namesHostOf(hosts: readonly string[], url: URL): boolean {
  return hosts.some((entry) => {
    if (entry === ANY) return true;
    const host = readHost(entry);
    return host?.hostname === url.hostname && (host.port ?? portOf(url)) === portOf(url);
  });
}

function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

/** Parses an entry. Returns undefined if it is not valid. An undefined `port` means all ports. */
function readHost(entry: unknown) {
  const [, host, port] = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\]+)(?::(\d{1,5}))?$/i.exec(String(entry)) ?? [];
  // Normalize the host like `URL` does: lower case, IPv4 as four numbers, IPv6 in its shortest form.
  const hostname = host && URL.parse(`http://${host}/`)?.hostname;
  return hostname ? { hostname, port: port === undefined ? undefined : Number(port) } : undefined;
}

/** Whether a server on the address can only be reached from this machine. */
export function isLoopbackAddress(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(address);
}

/** The wildcard addresses, each with the loopback address to use instead. */
export const loopbackOf: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '::': '::1',
  '::ffff:0.0.0.0': '127.0.0.1',
};

/** Whether a request to the URL would reach the server at this address. Resolves the host name on each call. */
export async function reaches(url: URL, { address, port }: AddressInfo): Promise<boolean> {
  if (portOf(url) !== port) return false;
  const own = ownAddresses(address);
  const resolved = await addressesOf(url.hostname);
  return resolved.some((candidate) => own.check(candidate, familyOf(candidate)));
}

/** Reads this machine's addresses on each call, because the machine may have joined another network. */
function ownAddresses(address: string): BlockList {
  const { BlockList } = process.getBuiltinModule('node:net');
  const own = new BlockList();
  // Connections to a wildcard address go to this machine.
  for (const each of [...Object.keys(loopbackOf), address]) own.addAddress(each, familyOf(each));
  if (!(address in loopbackOf)) return own;
  own.addSubnet('127.0.0.0', 8);
  const interfaces = Object.values(process.getBuiltinModule('node:os').networkInterfaces());
  for (const each of interfaces.flatMap((all) => all ?? [])) own.addAddress(each.address, familyOf(each.address));
  return own;
}

/** Returns the addresses of a host; none if its name cannot be resolved, so that nothing can be sent to the host. */
async function addressesOf(hostname: string): Promise<string[]> {
  const { lookup } = process.getBuiltinModule('node:dns/promises');
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  // Remove the zone, such as `%eth0` in `fe80::1%eth0`.
  return addresses.map(({ address }) => address.replace(/%.*/, ''));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}
