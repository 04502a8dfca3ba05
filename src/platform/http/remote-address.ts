/** The key under which connections, bodies and failed sign-ins of a remote address are counted. Pure. */

/**
 * An IPv4 address, also from its IPv6-mapped form; for an IPv6 address its /64 network, which usually belongs to one
 * machine. Anything else is returned unchanged.
 */
export function ipAddressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [bare = ''] = address.split('%');
  const [head = '', tail] = bare.toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = Math.max(0, 8 - first.length - last.length);
  const groups = tail === undefined ? first : [...first, ...Array<string>(gap).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** Whether an address is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return /^(?:::1$|(?:::ffff:)?127\.)/.test(address);
}
