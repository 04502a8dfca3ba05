/**
 * The interface by which the server authenticates callers (decision 7). `auth` implements it, and `compose.ts` passes it to the
 * server, so the HTTP layer does not depend on how credentials are stored.
 *
 * Requests wait for these methods, so an implementation returns a value instead of a promise when it can reply from memory.
 */
import type { Environment } from '../environment.ts';
import type { Refusal } from '../errors.ts';
import type { Caller } from './operation.ts';

export type AccessRight = 'read' | 'write';

/** The three fields of the body. Each is a non-empty string. */
export interface Credentials {
  readonly userKey: string;
  readonly password: string;
  readonly customerNo: string;
}

/** An authenticated caller and the rights of the membership. */
export interface SignedInCaller {
  readonly caller: Caller;
  readonly rights: ReadonlySet<AccessRight>;
}

/**
 * Rejected credentials. `InvalidCredentials` (401) does not reveal which of the three is wrong. After too many failures of the
 * address or the `CustomerNo` it is `RateLimited` (429), with the state of the bucket.
 */
export interface SignInRejection {
  readonly refused: Refusal;
  readonly rate?: RateLimitDecision;
}

/** The state of a token bucket after a request. The caller receives it in headers. */
export interface RateLimitDecision {
  readonly allowed: boolean;
  /** The name of the bucket in `RateLimit-Policy`: `requests`, `get-details`, `failed-sign-ins`. */
  readonly policy: string;
  /** Requests that the full bucket holds. */
  readonly limit: number;
  /** Seconds in which an empty bucket is refilled. */
  readonly windowSeconds: number;
  /** Whole requests that the bucket holds now. */
  readonly remaining: number;
  /**
   * Whole seconds until the request would be allowed (rejected), or until more than `remaining` is left (allowed; 0 for a full
   * bucket).
   */
  readonly resetSeconds: number;
}

type MaybePromise<T> = T | Promise<T>;

export interface Authenticator {
  /** Authenticates credentials. For well-formed ones it takes as long whether the user, the customer or the password is wrong. */
  authenticate(
    environment: Environment,
    credentials: Credentials,
    remoteAddress: string,
  ): MaybePromise<{ readonly ok: SignedInCaller } | SignInRejection>;

  /**
   * Checks the `Authorization` header of an operation that declares `token`. Returns `undefined` for a valid `ServiceAuth`
   * (or branded) token of the same customer, and for an absent header where tokens are optional. Otherwise returns
   * `TokenRequired` or `InvalidToken` (both 401), or `RightMissing` (403) for a token that may only read where `right` is `write`.
   */
  checkToken(
    environment: Environment,
    authorization: string | undefined,
    caller: Caller,
    right: AccessRight,
  ): MaybePromise<Refusal | undefined>;

  /**
   * Takes `cost` requests from the caller's bucket for the operation. Returns `undefined` when rate limits are off. A cost
   * above the size of the bucket takes the whole bucket, so that it can ever be allowed.
   */
  takeRequests(
    environment: Environment,
    caller: Caller,
    operation: string,
    cost: number,
  ): MaybePromise<RateLimitDecision | undefined>;
}
