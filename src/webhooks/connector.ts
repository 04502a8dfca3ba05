/**
 * Connects to the receivers of webhooks. The address that is checked is the one that is connected to: a literal of the URL, which
 * no lookup sees, is checked before a connection is opened, and a name is resolved here, so a second, different reply of its
 * name server (DNS rebinding) is never asked for.
 */
import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type AddressRules, literalAddress } from './address-rules.ts';

/** Nothing was sent, and no connection was opened. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';

  constructor(hostname: string) {
    super(`${hostname} is not at a public address that webhooks may be sent to`);
  }
}

/** All addresses of a name. Rejects when it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface ConnectorOptions {
  readonly rules: AddressRules;
  readonly resolve?: Resolve | undefined;
  /** How long connecting may take, and a connection waits for the reply. */
  readonly timeoutMs: number;
}

/** How long a connection is kept without a request. */
const idleMs = 10_000;

/** An agent whose connections are all made under the rules. It follows no redirects. */
export function openAgent({ rules, resolve = resolveName, timeoutMs }: ConnectorOptions): Agent {
  const connectorOf = (protocol: 'http:' | 'https:') => {
    const lookup = checkedLookup(protocol, rules, resolve);
    return buildConnector({ timeout: timeoutMs, autoSelectFamily: true, lookup, maxCachedSessions: 1_000 });
  };
  const connectors = { 'http:': connectorOf('http:'), 'https:': connectorOf('https:') };
  return new Agent({
    // As many as what is in flight needs: endpoints of one host must not wait for each other's replies.
    connections: null,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: idleMs,
    // Whatever the receiver suggests.
    keepAliveMaxTimeout: idleMs,
    maxHeaderSize: 16_384,
    connect: (options, callback) => {
      const { hostname } = options;
      const protocol = options.protocol === 'https:' ? 'https:' : 'http:';
      const literal = literalAddress({ hostname });
      if (literal !== undefined && !rules.permits(literal, protocol)) {
        callback(new AddressRefused(hostname), null);
        return;
      }
      connectors[protocol](options, callback);
    },
  });
}

function checkedLookup(protocol: 'http:' | 'https:', rules: AddressRules, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        // One that is refused condemns the name: it would be tried when the others do not reply.
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

/**
 * Asks name servers in this thread, so that one that does not reply keeps no thread from others; names that no server knows may
 * be in the hosts file.
 */
const resolver = new dns.promises.Resolver({ timeout: 2_000, tries: 2 });

async function resolveName(hostname: string): Promise<readonly string[]> {
  const replies = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = replies.flatMap((reply) => (reply.status === 'fulfilled' ? reply.value : []));
  if (found.length > 0) return found;
  const failed = replies.find((reply) => reply.status === 'rejected' && !isUnknownName(reply.reason));
  if (failed?.status === 'rejected') throw failed.reason;
  return (await dns.promises.lookup(hostname, { all: true })).map(({ address }) => address);
}

const isUnknownName = ({ code }: NodeJS.ErrnoException): boolean =>
  code === dns.NOTFOUND || code === dns.NODATA || code === dns.CONNREFUSED;
