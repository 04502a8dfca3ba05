/**
 * The address of the client that sent a request, also behind reverse proxies (decision 7).
 *
 * Invariant: a client cannot choose the address under which it is counted. `Forwarded` (RFC 7239) and `X-Forwarded-For` are
 * read only from a trusted proxy, and from right to left: each trusted proxy appends the address of its peer, so the first
 * address that is not a trusted proxy is the client. Entries to the left of it were written by the client.
 *
 * A proxy usually appends to one of the two headers and forwards the other unchanged. When both headers are present and
 * name different clients, or when a header is malformed (an unclosed quote could hide the entry of the proxy), the address
 * of the proxy is used.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

export type ClientIpReader = (peerAddress: string | undefined, headers: IncomingHttpHeaders) => string;

/** `trustedProxies` are validated addresses and networks: `10.0.0.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export function createClientIpReader(trustedProxies: readonly string[]): ClientIpReader {
  if (trustedProxies.length === 0) return (peerAddress) => unmapped(peerAddress ?? '');
  const isTrusted = createTrustedProxyCheck(trustedProxies);

  return (peerAddress, headers) => {
    const peer = unmapped(peerAddress ?? '');
    if (!isTrusted(peer)) return peer;
    const claims: (readonly (string | undefined)[])[] = [];
    const { forwarded } = headers;
    const forwardedFor = headers['x-forwarded-for'];
    if (forwarded !== undefined) claims.push(forwardedAddresses(forwarded));
    if (forwardedFor !== undefined) claims.push(String(forwardedFor).split(',').map(addressIn));
    const clients = new Set(claims.map((addresses) => nearestUntrusted(peer, addresses, isTrusted)));
    return clients.size === 1 ? (clients.values().next().value as string) : peer;
  };
}

/** Returns a check whether an address is that of a trusted proxy. */
export function createTrustedProxyCheck(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const plain = unmapped(address);
    const version = isIP(plain);
    return version !== 0 && trusted.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Whether it is an address, or a network in CIDR form. */
export function isIpAddressOrNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return (
    version !== 0 && !address.includes('%') && (prefix === undefined || Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

/** An entry without an address (`unknown`, an obfuscated name) ends the search at the proxy that wrote it. */
function nearestUntrusted(
  peer: string,
  addresses: readonly (string | undefined)[],
  isTrusted: (address: string) => boolean,
): string {
  let nearest = peer;
  for (const address of addresses.toReversed()) {
    if (address === undefined) return nearest;
    nearest = address;
    if (!isTrusted(address)) return nearest;
  }
  return nearest;
}

const token = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
/** Some proxies do not quote addresses with colons, although RFC 7239 requires it. */
const bareValue = /[^\s",;=\\]+/y;
const quoted = /"((?:[^"\\]|\\.)*)"/y;

/** The `for` parameter of each element, from left to right. A malformed header yields one entry without an address. */
function forwardedAddresses(header: string): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(header);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  const space = /[ \t]*/y;
  for (;;) {
    let address: string | undefined;
    for (;;) {
      take(space);
      const name = take(token)?.[0];
      if (name !== undefined) {
        if (take(/=/y) === null) return [undefined];
        const value = take(quoted)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? take(bareValue)?.[0];
        if (value === undefined) return [undefined];
        if (name.toLowerCase() === 'for') address = addressIn(value);
      }
      take(space);
      if (take(/;/y) === null) break;
    }
    found.push(address);
    if (at >= header.length) return found;
    if (take(/,/y) === null) return [undefined];
  }
}

/** Reads `192.0.2.1`, `192.0.2.1:4711`, `[2001:db8::1]:4711` or `2001:db8::1`; `undefined` for anything else. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? [];
  const [, withPort] = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text) ?? [];
  const address = bracketed ?? withPort ?? text;
  return isIP(address) === 0 ? undefined : unmapped(address);
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function unmapped(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
