/**
 * Sign-ins with imported passwords, which may be weak: guesses at them are limited before they are checked (decision 7).
 *
 * Credentials are checked without a limit at an address from which they have signed in before; this process keeps the last 20,000 such
 * pairs. At any other address, an attempt takes a token from the bucket of the address and one from that of the customer, and
 * returns both when the password is right. So a guesser at one address has few attempts, and does not use up those of a partner
 * elsewhere; and a right guess beyond the limit gets the same reply as a wrong one.
 */
import { ipAddressKey } from '../platform/http/remote-address.ts';
import { createTokenBuckets, type TokenBucketSize } from './token-buckets.ts';

interface SignInAttempt {
  readonly remoteAddress: string;
  readonly customerNo: string;
  /** Names the credentials as a whole. */
  readonly key: string;
}

export interface ImportedPasswordLimiter<SignedIn> {
  /** Whether the credentials are known to have signed in from this address. A revocation does not change that. */
  isKnown(remoteAddress: string, key: string): boolean;
  /**
   * Checks the credentials, unless too many were wrong: then returns the seconds until one is checked again. Concurrent
   * attempts with the same credentials from one address are one attempt.
   */
  attempt(
    attempt: SignInAttempt,
    check: () => Promise<SignedIn | undefined>,
  ): Promise<{ readonly signedIn: SignedIn | undefined } | { readonly waitSeconds: number }>;
}

const maxKnown = 20_000;
const maxAddresses = 20_000;
const maxCustomers = 20_000;
/** Attempts of a customer from all addresses together, as a multiple of those of one. */
const addressesOfCustomer = 10;

/** @param perMinute wrong attempts that one address may make per minute; for one customer, ten times as many from all addresses together */
export function createImportedPasswordLimiter<SignedIn>(perMinute: number): ImportedPasswordLimiter<SignedIn> {
  const ofAddress = sizeOf(perMinute);
  const ofCustomer = sizeOf(perMinute * addressesOfCustomer);
  const byAddress = createTokenBuckets(maxAddresses);
  const byCustomer = createTokenBuckets(maxCustomers);
  const known = new Set<string>();
  const pending = new Map<string, ReturnType<ImportedPasswordLimiter<SignedIn>['attempt']>>();
  const nameOf = (remoteAddress: string, key: string): string => `${ipAddressKey(remoteAddress)}\n${key}`;

  const limited: ImportedPasswordLimiter<SignedIn>['attempt'] = async ({ remoteAddress, customerNo, key }, check) => {
    const address = ipAddressKey(remoteAddress);
    const fromAddress = byAddress.take(address, 1, ofAddress);
    if (!fromAddress.allowed) return { waitSeconds: fromAddress.resetSeconds };
    const fromAll = byCustomer.take(customerNo, 1, ofCustomer);
    let isWrong = false;
    try {
      if (!fromAll.allowed) return { waitSeconds: fromAll.resetSeconds };
      const signedIn = await check();
      isWrong = signedIn === undefined;
      if (!isWrong) addKnown(nameOf(remoteAddress, key));
      return { signedIn };
    } finally {
      // Also when it could not be checked.
      if (!isWrong) {
        byAddress.giveBack(address, 1, ofAddress);
        if (fromAll.allowed) byCustomer.giveBack(customerNo, 1, ofCustomer);
      }
    }
  };

  const addKnown = (name: string): void => {
    const [oldest] = known;
    if (oldest !== undefined && known.size >= maxKnown) known.delete(oldest);
    known.add(name);
  };

  return {
    isKnown: (remoteAddress, key) => known.has(nameOf(remoteAddress, key)),
    attempt: async (attempt, check) => {
      const name = nameOf(attempt.remoteAddress, attempt.key);
      if (known.has(name)) return { signedIn: await check() };
      const shared = pending.get(name);
      if (shared !== undefined) return shared;
      const started = limited(attempt, check).finally(() => pending.delete(name));
      pending.set(name, started);
      return started;
    },
  };
}

function sizeOf(perMinute: number): TokenBucketSize {
  return { perSecond: perMinute / 60, burst: perMinute };
}
