/**
 * Which addresses webhooks are sent to (decision 14): public ones over https, and those of networks that the operator allows,
 * also over http. Everything that is not known to be public is refused: private, loopback, link-local and shared networks, the
 * metadata services of clouds, IPv4 addresses in IPv6 ones (mapped, NAT64, 6to4, Teredo), multicast and reserved addresses.
 */
import ipaddr from 'ipaddr.js';

export interface IpAddressRules {
  /**
   * Whether webhooks may be sent to `address` over `protocol`. False for a text that is not an IP address, such as a
   * host name.
   */
  permits(address: string, protocol: 'http:' | 'https:'): boolean;
  /** Whether any address may be reached over http. */
  readonly hasAllowedNetworks: boolean;
}

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Global unicast addresses of IPv6. No other part of IPv6 is public. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Public by its number, but used inside the network of a cloud. */
const insideOfClouds: readonly Network[] = [ipaddr.parseCIDR('168.63.129.16/32')];

/** @param networks addresses and networks, as the setting `WEBHOOK_ALLOWED_NETWORKS` has them */
export function createIpAddressRules(networks: readonly string[]): IpAddressRules {
  const allowed = networks.map((network): Network => {
    if (network.includes('/')) return ipaddr.parseCIDR(network);
    const address = ipaddr.parse(network);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
  return {
    hasAllowedNetworks: allowed.length > 0,
    permits: (text, protocol) => {
      if (!ipaddr.isValid(text)) return false;
      const address = ipaddr.parse(text);
      if (isIn(ipaddr.process(text), allowed)) return true;
      if (protocol !== 'https:' || address.range() !== 'unicast') return false;
      return address.kind() === 'ipv6' ? isIn(address, [globalUnicast]) : !isIn(address, insideOfClouds);
    },
  };
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]): boolean {
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

/** The IP address in a URL, which the URL parser has normalized; undefined when the URL has a host name. */
export function literalIpAddressOf({ hostname }: Pick<URL, 'hostname'>): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(host) ? host : undefined;
}

interface WebhookUrlFault {
  readonly code: string;
  readonly message: string;
}

const maxUrlLength = 2_000;

/**
 * Checks the text of a URL to which webhooks are to be sent, and returns its fault, if any. The addresses of its host
 * name are checked each time a connection is made.
 */
export function checkWebhookUrl(text: string, rules: IpAddressRules): WebhookUrlFault | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || !/^\s*https?:\/\//i.test(text)) {
    return { code: 'Format', message: 'must be a URL that begins with https://' };
  }
  if (text.length > maxUrlLength) return { code: 'MaxLength', message: `must have at most ${maxUrlLength} characters` };
  // The parser removes or encodes these characters, so the URL that is listed would differ from the one that is used.
  if (/\p{Cc}|^\s|\s$/u.test(text)) {
    return { code: 'Format', message: 'must not contain control characters, nor begin or end with a space' };
  }
  if (url.username !== '' || url.password !== '') {
    return { code: 'Format', message: 'must not contain a user name or a password: verify the signature instead' };
  }
  // The part after # is never sent, so the receiver would miss what was put there.
  if (text.includes('#')) {
    return {
      code: 'Format',
      message: 'must not contain #: what follows it is never sent. Write %23 for a # in the path',
    };
  }
  const protocol = url.protocol as 'http:' | 'https:';
  if (protocol === 'http:' && !rules.hasAllowedNetworks) return { code: 'Format', message: 'must begin with https://' };
  const address = literalIpAddressOf(url);
  const isRefused =
    address === undefined ? isLocalName(url.hostname) && !rules.hasAllowedNetworks : !rules.permits(address, protocol);
  return isRefused
    ? { code: 'PrivateAddress', message: 'must be reachable from the internet, at a public address' }
    : undefined;
}

const isLocalName = (hostname: string): boolean => /(^|[.])(localhost|local|internal)[.]?$/i.test(hostname);
