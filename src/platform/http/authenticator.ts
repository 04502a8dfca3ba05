/**
 * What the server asks of whoever knows customers, passwords and tokens (decision 7). `auth` implements it and
 * `compose` hands it to the server, so that the framework knows nothing of how credentials are kept.
 *
 * All three are asked on every request: an implementation answers from memory, without a promise, whenever it can.
 */
import type { Environment } from '../environment.ts';
import type { Refusal } from '../errors.ts';
import type { Caller } from './operation.ts';

export type Right = 'read' | 'write';

/** The three fields of the body as they were sent. The server has made sure that each is a non-empty string. */
export interface Credentials {
  readonly userKey: string;
  readonly password: string;
  readonly customerNo: string;
}

/** Proven: who calls, and what this membership may do. */
export interface SignedIn {
  readonly caller: Caller;
  readonly rights: ReadonlySet<Right>;
}

/**
 * Not proven. `InvalidCredentials` (401) says nothing about which of the three is wrong; after too many failures
 * from the address or for the `CustomerNo` it is `RateLimited` (429) with the bucket that is empty.
 */
export interface SignInRejected {
  readonly refused: Refusal;
  readonly rate?: RateDecision;
}

/** The state of a token bucket after a request asked it. All of it is told to the caller in headers. */
export interface RateDecision {
  readonly allowed: boolean;
  /** Names the bucket in `RateLimit-Policy`: lower-case letters, digits, hyphens. `requests`, `get-details`. */
  readonly policy: string;
  /** Requests that the full bucket holds. */
  readonly limit: number;
  /** Seconds in which an empty bucket fills up. */
  readonly windowSeconds: number;
  /** Whole requests that the bucket holds now. */
  readonly remaining: number;
  /** Whole seconds until as many requests as this one costs fit again (refused) or the bucket is full (allowed). */
  readonly resetSeconds: number;
}

type MaybePromise<T> = T | Promise<T>;

export interface Authenticator {
  /** Who sends these credentials. Constant time for wrong passwords; a wrong `CustomerNo` is as wrong as any other. */
  authenticate(
    environment: Environment,
    credentials: Credentials,
    remoteAddress: string,
  ): MaybePromise<{ readonly done: SignedIn } | SignInRejected>;

  /**
   * Checks the `Authorization` header of an operation that declares `token`. `undefined` when it is in order:
   * a valid `ServiceAuth` (or branded) token of the same customer, or none where the deployment does not ask for it.
   * Else `TokenRequired` or `InvalidToken` (both 401).
   */
  checkToken(
    environment: Environment,
    authorization: string | undefined,
    caller: Caller,
  ): MaybePromise<Refusal | undefined>;

  /**
   * Takes `cost` requests from the bucket of this caller and operation. `undefined` when rate limits are off.
   * A cost above what the full bucket holds takes the whole bucket rather than being refused for good.
   */
  takeRequests(
    environment: Environment,
    caller: Caller,
    operation: string,
    cost: number,
  ): MaybePromise<RateDecision | undefined>;
}
