/**
 * Failed sign-ins, counted per remote address and per CustomerNo (decision 7).
 *
 * Only failures are counted, after the credentials were checked. Valid generated credentials always pass, so no caller can lock
 * out a customer. Beyond the limit, a failure returns 429 instead of 401. This reveals nothing to a guesser: a correct guess
 * passes, and a generated password has 190 random bits. Guesses at imported passwords, which may be weak, are limited before
 * they are checked (`imported-sign-ins.ts`).
 *
 * Memory is bounded: beyond a number of addresses or customers, those without a failure for the longest time are dropped.
 */

import { ipAddressKey } from '../platform/http/remote-address.ts';
import { isWellFormedCustomerNo } from './credential-format.ts';
import { createTokenBuckets, type TokenBucketSize } from './token-buckets.ts';

const maxAddresses = 20_000;
const maxCustomers = 20_000;

export interface SignInFailureCounter {
  /** Counts a failure. Returns `undefined` within the limit; otherwise the seconds until a failure returns 401 again. */
  count(remoteAddress: string, customerNo: string): number | undefined;
}

export function createSignInFailureCounter(perMinute: number, nowMs?: () => number): SignInFailureCounter {
  const size: TokenBucketSize = { perSecond: perMinute / 60, burst: perMinute };
  const byAddress = createTokenBuckets(maxAddresses, nowMs);
  const byCustomer = createTokenBuckets(maxCustomers, nowMs);
  // All malformed customer numbers share one bucket.
  const customerKey = (customerNo: string): string => (isWellFormedCustomerNo(customerNo) ? customerNo : '');
  return {
    count: (remoteAddress, customerNo) => {
      const taken = [
        byAddress.take(ipAddressKey(remoteAddress), 1, size),
        byCustomer.take(customerKey(customerNo), 1, size),
      ];
      const waits = taken.filter(({ allowed }) => !allowed).map(({ resetSeconds }) => resetSeconds);
      return waits.length === 0 ? undefined : Math.max(...waits);
    },
  };
}
