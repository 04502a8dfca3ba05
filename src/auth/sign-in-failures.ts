/**
 * Failed sign-ins, counted per remote address and per CustomerNo (decision 7).
 *
 * Only failures are counted, and valid credentials get through: those that are remembered, or were valid when last
 * looked up, without any look at these counts. So nobody can lock a customer out by failing in its name, nor from behind
 * the same address. What is limited is what failing costs: credentials never seen valid, from an address that has failed
 * too often, are looked up a few times a second only and otherwise refused unseen. Guessing is no threat: a password has
 * 190 random bits.
 */
import { isCustomerNo } from './credential-form.ts';
import { addressKey } from './remote-address.ts';
import { type BucketSize, createTokenBuckets } from './token-buckets.ts';

const maxBuckets = 20_000;
/** Look-ups for an address that is out of failures. */
const secondLook: BucketSize = { perSecond: 20, burst: 50 };

export interface SignInFailures {
  /** Whether credentials that are not remembered may be looked up; else the seconds to wait. */
  mayLookUp(
    remoteAddress: string,
  ): { readonly allowed: true } | { readonly allowed: false; readonly waitSeconds: number };
  /** Counts a failure. `undefined` while there are few; else the seconds until another one is answered as such. */
  count(remoteAddress: string, customerNo: string): number | undefined;
}

export function createSignInFailures(perMinute: number, nowMs?: () => number): SignInFailures {
  const size: BucketSize = { perSecond: perMinute / 60, burst: perMinute };
  const failures = createTokenBuckets(maxBuckets, nowMs);
  const secondLooks = createTokenBuckets(maxBuckets, nowMs);
  return {
    mayLookUp: (remoteAddress) => {
      const address = addressKey(remoteAddress);
      const left = failures.peek(`address\n${address}`, 1, size);
      if (left.allowed || secondLooks.take(address, 1, secondLook).allowed) return { allowed: true };
      return { allowed: false, waitSeconds: left.resetSeconds };
    },
    count: (remoteAddress, customerNo) => {
      const taken = [
        failures.take(`address\n${addressKey(remoteAddress)}`, 1, size),
        // What no customer can be called shares one count.
        failures.take(`customer\n${isCustomerNo(customerNo) ? customerNo : ''}`, 1, size),
      ];
      const waits = taken.filter(({ allowed }) => !allowed).map(({ resetSeconds }) => resetSeconds);
      return waits.length === 0 ? undefined : Math.max(...waits);
    },
  };
}
