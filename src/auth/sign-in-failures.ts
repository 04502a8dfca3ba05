/**
 * Failed sign-ins, counted per remote address and per CustomerNo (decision 7).
 *
 * Only failures are counted, after the credentials were checked. Valid credentials always pass, so no caller can lock out a
 * customer. Beyond the limit, failures are answered with 429 instead of 401. This reveals nothing to a guesser: a correct
 * guess passes, and a password has 190 random bits.
 *
 * Memory is bounded: beyond a number of addresses or customers, those without a failure for the longest time are dropped.
 */

import { addressKey } from '../platform/http/remote-address.ts';
import { isCustomerNo } from './credential-format.ts';
import { type BucketSize, createTokenBuckets } from './token-buckets.ts';

const maxAddresses = 20_000;
const maxCustomers = 20_000;

export interface SignInFailures {
  /** Counts a failure. Returns `undefined` below the limit; otherwise the seconds until a failure is answered with 401 again. */
  count(remoteAddress: string, customerNo: string): number | undefined;
}

export function createSignInFailures(perMinute: number, nowMs?: () => number): SignInFailures {
  const size: BucketSize = { perSecond: perMinute / 60, burst: perMinute };
  const byAddress = createTokenBuckets(maxAddresses, nowMs);
  const byCustomer = createTokenBuckets(maxCustomers, nowMs);
  return {
    count: (remoteAddress, customerNo) => {
      const taken = [
        byAddress.take(addressKey(remoteAddress), 1, size),
        // All malformed customer numbers share one bucket.
        byCustomer.take(isCustomerNo(customerNo) ? customerNo : '', 1, size),
      ];
      const waits = taken.filter(({ allowed }) => !allowed).map(({ resetSeconds }) => resetSeconds);
      return waits.length === 0 ? undefined : Math.max(...waits);
    },
  };
}
