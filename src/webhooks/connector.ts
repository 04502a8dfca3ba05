/**
 * Connects to the receivers of webhooks. Each address is checked just before the connection to it: an IP address in a
 * URL, for which no lookup happens, and the addresses of a host name, which is resolved here only once. So a name
 * server cannot return another address after the check (DNS rebinding).
 */
import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type IpAddressRules, literalIpAddressOf } from './address-rules.ts';

/** Nothing was sent, and no connection was opened. */
class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';

  constructor(hostname: string) {
    super(`${hostname} is not at a public address that webhooks may be sent to`);
  }
}

/** All addresses of a name. Rejects when it has none. */
export type HostnameResolver = (hostname: string) => Promise<readonly string[]>;

interface WebhookAgentOptions {
  readonly rules: IpAddressRules;
  readonly resolve?: HostnameResolver | undefined;
  /** How long connecting may take, and how long a connection waits for a response. */
  readonly timeoutMs: number;
  /** Maximum age of a connection, by default a minute. */
  readonly connectionMs?: number | undefined;
}

/** How long a connection is kept without a request. */
const idleMs = 10_000;

/**
 * Maximum age of a connection. A new one resolves the name again, so a receiver that has moved is found even under
 * constant traffic.
 */
const maxConnectionAgeMs = 60_000;

/**
 * Returns a function that opens agents, whose connections are all made under the rules. They follow no redirects. Each agent has
 * connections of its own; all share the name resolver and the cached TLS sessions.
 */
export function createWebhookAgentFactory(options: WebhookAgentOptions): () => Agent {
  const {
    rules,
    timeoutMs,
    resolve = createHostnameResolver(rules, timeoutMs),
    connectionMs = maxConnectionAgeMs,
  } = options;
  const connectorOf = (protocol: 'http:' | 'https:') => {
    const lookup = checkedLookup(protocol, rules, resolve);
    return buildConnector({ timeout: timeoutMs, autoSelectFamily: true, lookup, maxCachedSessions: 1_000 });
  };
  const connectors = { 'http:': connectorOf('http:'), 'https:': connectorOf('https:') };
  const settings: Agent.Options = {
    // Unlimited, because endpoints of one host must not wait for each other. `InFlightWebhookDeliveries` limits the deliveries.
    connections: null,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: idleMs,
    // A longer time that the receiver suggests is ignored.
    keepAliveMaxTimeout: idleMs,
    clientTtl: connectionMs,
    maxHeaderSize: 16_384,
    connect: (options, callback) => {
      const { hostname } = options;
      const protocol = options.protocol === 'https:' ? 'https:' : 'http:';
      const literal = literalIpAddressOf({ hostname });
      if (literal !== undefined && !rules.permits(literal, protocol)) {
        callback(new AddressRefused(hostname), null);
        return;
      }
      connectors[protocol](options, callback);
    },
  };
  return () => new Agent(settings);
}

function checkedLookup(protocol: 'http:' | 'https:', rules: IpAddressRules, resolve: HostnameResolver): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        // One refused address rejects the name, because it would be tried when the others do not respond.
        if (addresses.length === 0 || !addresses.every((address) => rules.permits(address, protocol))) {
          callback(new AddressRefused(hostname), '');
          return;
        }
        const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        if (options.all) callback(null, found);
        else callback(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

/** Resolves a name by the operating system, which also reads the hosts file. */
type SystemHostnameLookup = (hostname: string) => Promise<readonly { readonly address: string }[]>;

const systemLookup: SystemHostnameLookup = (hostname) => dns.promises.lookup(hostname, { all: true });

/**
 * Resolves a name. Asks name servers without a thread per query, so one that does not respond delays no other. A name
 * that no server knows may be in the hosts file: where the operator allows networks of its own, the operating system is
 * asked, one query at a time, because each query occupies one of the few threads that the process also needs for files
 * and passwords.
 */
export function createHostnameResolver(
  { hasAllowedNetworks }: Pick<IpAddressRules, 'hasAllowedNetworks'>,
  timeoutMs: number,
  lookup: SystemHostnameLookup = systemLookup,
): HostnameResolver {
  const resolver = new dns.promises.Resolver({ timeout: 2_000, tries: 2 });
  let asking: Promise<unknown> = Promise.resolve();
  const askSystem = async (hostname: string, unknown: unknown): Promise<readonly string[]> => {
    const before = asking;
    const untilMs = performance.now() + timeoutMs;
    const asked = (async () => {
      await before;
      // The delivery has timed out meanwhile.
      if (performance.now() > untilMs) throw unknown;
      return (await lookup(hostname)).map(({ address }) => address);
    })();
    asking = asked.catch(() => undefined);
    return await asked;
  };
  return async (hostname) => {
    const replies = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = replies.flatMap((reply) => (reply.status === 'fulfilled' ? reply.value : []));
    if (found.length > 0) return found;
    const failures = replies.flatMap((reply) => (reply.status === 'rejected' ? [reply.reason] : []));
    const failed = failures.find((reason) => !isUnknownName(reason));
    if (failed !== undefined) throw failed;
    if (!hasAllowedNetworks) throw failures[0];
    return await askSystem(hostname, failures[0]);
  };
}

const isUnknownName = ({ code }: NodeJS.ErrnoException): boolean =>
  code === dns.NOTFOUND || code === dns.NODATA || code === dns.CONNREFUSED;
