/**
 * Failed sign-ins, counted per remote address and per CustomerNo (decision 7).
 *
 * Only failures are counted, after the credentials have been checked: valid ones always pass, so nobody can lock a
 * customer out by failing in its name, nor from behind the same address. Guessing is slowed down and told to wait (429
 * in place of 401), which a guesser could not mistake: a right guess passes, but a password has 190 random bits.
 *
 * Memory is bounded: beyond so many addresses or customers the ones that have not failed for longest are forgotten.
 */

import { addressKey } from '../platform/http/remote-address.ts';
import { isCustomerNo } from './credential-format.ts';
import { type BucketSize, createTokenBuckets } from './token-buckets.ts';

const maxAddresses = 20_000;
const maxCustomers = 20_000;

export interface SignInFailures {
  /** Counts a failure. `undefined` while there are few; else the seconds until another one is answered as such. */
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
        // What no customer can be called shares one count.
        byCustomer.take(isCustomerNo(customerNo) ? customerNo : '', 1, size),
      ];
      const waits = taken.filter(({ allowed }) => !allowed).map(({ resetSeconds }) => resetSeconds);
      return waits.length === 0 ? undefined : Math.max(...waits);
    },
  };
}
