/**
 * Wrong passwords, codes and PINs. Five of them lock the e-mail or badge for a minute, and each further one for twice as long, up to an hour.
 *
 * Attempts are counted before they are checked, so that concurrent guesses cannot exceed the limit, and by a hash of the name
 * whether it exists or not, so that the lock reveals nothing. Those of sign-ins are also limited by the caller's address, as failed
 * sign-ins of customers are, and those of identifications by the account of the station, in the memory of each process.
 */
import { createTokenBuckets, type TokenBuckets } from '../auth/index.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError } from '../platform/errors.ts';
import { ipAddressKey } from '../platform/http/remote-address.ts';
import { hashSecret, type OperatorAuthKeys } from './operator-auth-keys.ts';

/** Wrong attempts without a lock. The next one locks. */
const maxUnlockedFailures = 4;
const firstLockSeconds = 60;
const maxLockSeconds = 3_600;
/** Failures count together while less than a day lies between them. */
const countedFrom = "now() - interval '1 day'";

/** `password`: of an account; `pin`: of a badge at a station. Their failures are counted separately. */
type SignInAttemptKind = 'password' | 'pin';

export interface CountedSignInAttempt {
  readonly subjectHash: Buffer;
}

const tooMany = (retryAfterSeconds: number): AppError =>
  new AppError(
    { code: 'RateLimited', reason: 'There were too many wrong attempts. Wait for the seconds in Retry-After.' },
    { retryAfterSeconds },
  );

/** Names the account or badge that is tried, in any letter case, without storing its name. */
function attemptAt(secrets: OperatorAuthKeys, kind: SignInAttemptKind, name: string): CountedSignInAttempt {
  return { subjectHash: hashSecret(secrets, `attempt ${kind}`, name.toLowerCase()) };
}

/** Counts an attempt that is about to be checked. Throws `RateLimited` (429) while the name is locked. */
export async function beginSignInAttempt(
  db: Db,
  secrets: OperatorAuthKeys,
  kind: SignInAttemptKind,
  name: string,
): Promise<CountedSignInAttempt> {
  const attempt = attemptAt(secrets, kind, name);
  const waitSeconds = await db.write((tx) => countAttempt(tx, attempt));
  if (waitSeconds !== undefined) throw tooMany(waitSeconds);
  return attempt;
}

/** Returns the seconds that a locked name stays locked; otherwise counts the attempt. Also deletes some old counts. */
async function countAttempt(tx: Tx, { subjectHash }: CountedSignInAttempt): Promise<number | undefined> {
  const counted = await tx.rows(
    `with outdated as (
       delete from operator_sign_in_failures where subject_hash in (
         select subject_hash from operator_sign_in_failures
          where last_at < ${countedFrom} and subject_hash <> $1
          order by last_at limit 20 for update skip locked))
     insert into operator_sign_in_failures as f (subject_hash, failures) values ($1, 1)
     on conflict (subject_hash) do update
       set failures = case when f.last_at < ${countedFrom} then 1 else f.failures + 1 end,
           locked_until = case when f.failures >= $2 and f.last_at >= ${countedFrom}
             then now() + make_interval(secs => least($4, $3 * 2 ^ least(f.failures - $2, 20))) end,
           last_at = now()
       where f.locked_until is null or f.locked_until <= now()
     returning 1`,
    [subjectHash, maxUnlockedFailures, firstLockSeconds, maxLockSeconds],
  );
  if (counted.length > 0) return undefined;
  const [lock] = await tx.rows<{ seconds: number }>(
    `select ceil(extract(epoch from locked_until - now()))::int as seconds from operator_sign_in_failures
      where subject_hash = $1`,
    [subjectHash],
  );
  return Math.max(1, lock?.seconds ?? 1);
}

/** Deletes the failures of an account or a badge, after a right attempt or to unlock it. */
export async function clearSignInFailures(tx: Tx, { subjectHash }: CountedSignInAttempt): Promise<void> {
  await tx.rows('delete from operator_sign_in_failures where subject_hash = $1', [subjectHash]);
}

/**
 * Withdraws from the count an attempt whose password was right but whose code is missing, or that was not checked, and unlocks the
 * name, which such an attempt may have locked. Earlier failures stay counted; otherwise requests without a code would permit any number
 * of guesses at it.
 */
export async function withdrawSignInAttempt(db: Db, { subjectHash }: CountedSignInAttempt): Promise<void> {
  await db.write((tx) =>
    tx.rows(
      `update operator_sign_in_failures set failures = greatest(failures - 1, 0), locked_until = null
        where subject_hash = $1`,
      [subjectHash],
    ),
  );
}

/**
 * Runs the check of the password or PIN of a counted attempt. When `check` throws, as when it is rejected with 503 because too many hashes
 * wait, the attempt does not count: people who try again would lock themselves out. Then `giveBack`, which returns the allowance that the
 * attempt took, is called as well.
 */
export async function runSignInCheck<Checked>(
  db: Db,
  attempt: CountedSignInAttempt,
  check: () => Promise<Checked>,
  giveBack?: () => void,
): Promise<Checked> {
  try {
    return await check();
  } catch (error) {
    giveBack?.();
    await withdrawSignInAttempt(db, attempt);
    throw error;
  }
}

/** Unlocks an account or a badge. */
export async function unlockSignInName(
  tx: Tx,
  secrets: OperatorAuthKeys,
  kind: SignInAttemptKind,
  name: string,
): Promise<void> {
  await clearSignInFailures(tx, attemptAt(secrets, kind, name));
}

/** Addresses and stations together. */
const maxGuessers = 20_000;
const bucketsOf = new WeakMap<Environment, TokenBuckets>();

/** Whose wrong attempts are counted together: those from an address, or those at the stations of one account. */
type SignInAttemptSource = { readonly remoteAddress: string } | { readonly stationId: string };

/**
 * Takes one of the failures that the address or the station has per minute, before a hash is computed. Throws `RateLimited` when
 * none is left. The returned function gives it back: when the attempt was right, lacks only its code, or could not be checked.
 */
export function takeSignInFailureAllowance(environment: Environment, guesser: SignInAttemptSource): () => void {
  const { enabled, failedSignInsPerMinute: perMinute } = environment.config.rateLimit;
  if (!enabled) return () => undefined;
  let buckets = bucketsOf.get(environment);
  if (buckets === undefined) {
    buckets = createTokenBuckets(maxGuessers);
    bucketsOf.set(environment, buckets);
  }
  const size = { perSecond: perMinute / 60, burst: perMinute };
  const key = 'stationId' in guesser ? `station ${guesser.stationId}` : ipAddressKey(guesser.remoteAddress);
  const { allowed, resetSeconds } = buckets.take(key, 1, size);
  if (!allowed) throw tooMany(resetSeconds);
  return () => buckets.giveBack(key, 1, size);
}
