/**
 * Authenticates every request of the winery interface (decision 7; interface: Authentication).
 *
 * Owns, per environment: the connection that receives revocations, the caches of verified credentials and tokens, and the
 * token buckets. Invariants: plain passwords and tokens are never stored, and verified ones are cached under their HMAC; a
 * reply never reveals which part of the credentials was wrong, but that one has the form of the other environment; nothing revoked
 * is accepted for longer than a second.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../platform/config.ts';
import type { Environment, EnvironmentName } from '../platform/environment.ts';
import type { Refusal } from '../platform/errors.ts';
import type {
  AccessRight,
  Authenticator,
  Credentials,
  SignedInCaller,
  SignInRejection,
} from '../platform/http/authenticator.ts';
import type { Caller } from '../platform/http/operation.ts';
import {
  environmentOfCredential,
  isWellFormedCredential,
  isWellFormedCustomerNo,
  isWellFormedUserKey,
  mayBeImportedPassword,
} from './credential-format.ts';
import { type MembershipKey, readUnrevokedToken } from './credential-store.ts';
import type { AccessTokenRequirement } from './customer.ts';
import { createImportedPasswordLimiter, type ImportedPasswordLimiter } from './imported-sign-ins.ts';
import { createBatchedMembershipLookup, type MembershipLookup } from './membership-lookup.ts';
import { createRateLimitBudgets, type RateLimitBudgets } from './rate-budgets.ts';
import { createDatabaseBudgetStore } from './rate-limit-budget-store.ts';
import { type RateLimitOverrides, type RateLimits, rateLimitsFromConfig, takeRateLimitTokens } from './rate-limits.ts';
import { enableCustomerCache } from './read-customers.ts';
import { openRedisRateLimitBudgets, type RedisRateLimitBudgets } from './redis-budgets.ts';
import { createRevocableCache, type RevocableCache } from './revocable-cache.ts';
import { listenForRevocations, type RevocationListener } from './revocations.ts';
import { type CredentialSecrets, credentialSecretsOf, hashCredential } from './secrets.ts';
import { createSignInFailureCounter, type SignInFailureCounter } from './sign-in-failures.ts';
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts';

/**
 * The settings. `tokenPolicy` applies to customers without a policy of their own: with `optional` an absent `Authorization`
 * header is accepted. A present one is always checked.
 * With `rateLimit.enabled` false nothing is limited, including failed sign-ins.
 */
type AuthenticatorSettings = Pick<Config, 'secretKey' | 'brand' | 'tokenPolicy' | 'rateLimit' | 'redisUrl'>;

export interface CredentialAuthenticator extends Authenticator {
  /**
   * Starts to listen for revocations of this environment, so that the first requests are cached. Otherwise the first
   * request starts it.
   */
  watch(environment: Environment): void;
  /** The environments whose rate limits processes share, and whether this one limits by itself now. */
  readonly sharedLimits: ReadonlyMap<EnvironmentName, { readonly isAlone: boolean }>;
  /** Closes the listening connections and that to Redis. Call it before the databases are closed. */
  close(): Promise<void>;
}

interface KnownToken {
  /** Until when it is valid, in milliseconds of the Unix epoch. */
  readonly expiresAtMs: number;
  readonly scope: AccessRight;
}

/** What a customer has of its own; otherwise that of the deployment applies. */
interface CustomerAccessSettings {
  readonly rateLimits: RateLimitOverrides;
  readonly tokenPolicy: AccessTokenRequirement | undefined;
  /** That of the cache before they were read: a read that began before a change may end after one that found the change. */
  readonly generation: number;
}

interface EnvironmentState {
  readonly watch: RevocationListener;
  readonly signIns: RevocableCache<{ readonly ok: SignedInCaller }>;
  readonly lookup: MembershipLookup;
  readonly tokens: RevocableCache<KnownToken>;
  /** The settings of each customer, as the newest sign-in read them. */
  readonly settings: Map<string, CustomerAccessSettings>;
  readonly imports: ImportedPasswordLimiter<{ readonly ok: SignedInCaller }>;
  /** The budgets that processes share; undefined where this process is alone, and `buckets` counts. */
  readonly budgets: RateLimitBudgets | undefined;
  readonly buckets: TokenBuckets;
  readonly failures: SignInFailureCounter;
}

const maxSignIns = 20_000;
const maxTokens = 50_000;
const maxBuckets = 50_000;
/** A batch of claims waits this long for Redis; longer only while this process is too busy to read the reply. */
const redisReplyMs = 250;

const readOnly: ReadonlySet<AccessRight> = new Set(['read']);
const readAndWrite: ReadonlySet<AccessRight> = new Set(['read', 'write']);

const wrongCredentials: SignInRejection = {
  refused: { code: 'InvalidCredentials', reason: 'The UserKey, Password or CustomerNo is not valid.' },
};

const readOnlyToken: Refusal = {
  code: 'RightMissing',
  reason: 'This access token may only read. Use one with the scope write, or ask the operator for it.',
};

const otherOf = (name: EnvironmentName): EnvironmentName => (name === 'production' ? 'test' : 'production');

/** Advice for a credential of another environment: the base address at which it is valid. */
const whereToUse = (name: EnvironmentName): string =>
  name === 'test'
    ? 'Use it at the base address of the test environment (/test/v3), or use production credentials here'
    : 'Use it at the base address of production (/v3), or use test credentials here';

/** Depends on the form of the credential alone: the reply is the same whether it exists or not. */
const otherEnvironment = (name: EnvironmentName): SignInRejection => ({
  refused: {
    code: 'InvalidCredentials',
    reason: `This is a credential of the ${name} environment. ${whereToUse(name)}.`,
  },
});

const tokenOfOtherEnvironment = (name: EnvironmentName): Refusal => ({
  code: 'InvalidToken',
  reason: `This is an access token of the ${name} environment. ${whereToUse(name)}.`,
});

export function createAuthenticator(settings: AuthenticatorSettings): CredentialAuthenticator {
  return new EnvironmentsAuthenticator(settings);
}

class EnvironmentsAuthenticator implements CredentialAuthenticator {
  readonly #settings: AuthenticatorSettings;
  readonly #secrets: CredentialSecrets;
  readonly #limits: RateLimits;
  readonly #schemes: ReadonlySet<string>;
  readonly #tokenRequired: Refusal;
  readonly #invalidToken: Refusal;
  readonly #states = new Map<Environment, EnvironmentState>();
  #redis: RedisRateLimitBudgets | undefined;
  #isClosed = false;

  constructor(settings: AuthenticatorSettings) {
    const { brand } = settings;
    this.#settings = settings;
    this.#secrets = credentialSecretsOf(settings);
    this.#limits = rateLimitsFromConfig(settings.rateLimit);
    this.#schemes = new Set(['serviceauth', `${brand.toLowerCase()}auth`]);
    this.#tokenRequired = {
      code: 'TokenRequired',
      reason: `This operation requires the header Authorization: ${brand}Auth <ACCESS_TOKEN>, in addition to the credentials. Get a token with Authentication/GetAccessToken, or ask the operator to set the token policy of this customer to optional.`,
    };
    this.#invalidToken = {
      code: 'InvalidToken',
      reason: `The access token is not valid. Send Authorization: ${brand}Auth <ACCESS_TOKEN> with a token of this CustomerNo that has not expired or been revoked.`,
    };
  }

  watch(environment: Environment): void {
    this.#stateOf(environment);
  }

  get sharedLimits(): ReadonlyMap<EnvironmentName, RateLimitBudgets> {
    const entries = [...this.#states].flatMap(([{ name }, { budgets }]) => (budgets ? [[name, budgets] as const] : []));
    return new Map(entries);
  }

  authenticate(
    environment: Environment,
    { userKey, password, customerNo }: Credentials,
    remoteAddress: string,
  ): ReturnType<Authenticator['authenticate']> {
    const state = this.#stateOf(environment);
    const generated = isWellFormedCredential(password, 'password', environment.name);
    const used = generated ? undefined : (environmentOfCredential(password) ?? environmentOfCredential(userKey));
    const isOfOther = used !== undefined && used !== environment.name;
    const isWellFormed =
      (generated || mayBeImportedPassword(password)) &&
      isWellFormedCustomerNo(customerNo) &&
      isWellFormedUserKey(userKey);
    if (!isWellFormed || isOfOther) {
      return this.#countFailure(state, remoteAddress, customerNo, isOfOther ? otherEnvironment(used) : undefined);
    }
    const hash = hashCredential(this.#secrets, password);
    const key = `${userKey}\n${customerNo}\n${hash.toString('base64')}`;
    const cached = state.signIns.get(key);
    // Checked before failures are counted: valid generated credentials pass, even if others fail from the same address.
    const check = () => state.signIns.load(key, () => signIn(state, { userKey, customerNo }, hash));
    if (generated || !this.#settings.rateLimit.enabled) {
      return cached ?? check().then((signedIn) => signedIn ?? this.#countFailure(state, remoteAddress, customerNo));
    }
    const { imports } = state;
    if (cached !== undefined && imports.isKnown(remoteAddress, key)) return cached;
    return imports.attempt({ remoteAddress, customerNo, key }, check).then((attempted) => {
      if ('waitSeconds' in attempted) return this.#tooManyFailures(attempted.waitSeconds);
      return attempted.signedIn ?? this.#countFailure(state, remoteAddress, customerNo);
    });
  }

  checkToken(
    environment: Environment,
    authorization: string | undefined,
    { customerNo }: Caller,
    right: AccessRight,
  ): ReturnType<Authenticator['checkToken']> {
    const header = authorization?.trim() ?? '';
    if (header === '') {
      const own = this.#stateOf(environment).settings.get(customerNo)?.tokenPolicy;
      return (own ?? this.#settings.tokenPolicy) === 'optional' ? undefined : this.#tokenRequired;
    }
    const [, scheme = '', token = ''] = /^(\S+)[ \t]+(\S+)$/.exec(header) ?? [];
    if (!this.#schemes.has(scheme.toLowerCase()) || !isWellFormedCredential(token, 'token', environment.name)) {
      const other = otherOf(environment.name);
      return environmentOfCredential(token) === other ? tokenOfOtherEnvironment(other) : this.#invalidToken;
    }
    const { tokens } = this.#stateOf(environment);
    const hash = hashCredential(this.#secrets, token);
    const key = `${customerNo}\n${hash.toString('base64')}`;
    const checkKnown = (known: KnownToken | undefined) => {
      if (known === undefined || Date.now() >= known.expiresAtMs) return this.#invalidToken;
      return right === 'write' && known.scope === 'read' ? readOnlyToken : undefined;
    };
    const cached = tokens.get(key);
    if (cached !== undefined) return checkKnown(cached);
    return tokens.load(key, () => readKnownToken(environment, customerNo, hash)).then(checkKnown);
  }

  takeRequests(
    environment: Environment,
    caller: Caller,
    operation: string,
    cost: number,
  ): ReturnType<Authenticator['takeRequests']> {
    if (!this.#settings.rateLimit.enabled) return undefined;
    const { budgets, buckets, settings } = this.#stateOf(environment);
    const take: Parameters<typeof takeRateLimitTokens>[0] = (key, taken, size) =>
      budgets?.take(key, taken, size) ?? buckets.take(`${key.bucket}\n${key.customerNo}`, taken, size);
    const overrides = settings.get(caller.customerNo)?.rateLimits;
    return takeRateLimitTokens(take, this.#limits, overrides, caller, operation, cost);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#states.values()].flatMap(({ watch, budgets }) => [watch.close(), budgets?.close()]));
    await this.#redis?.close();
  }

  #stateOf(environment: Environment): EnvironmentState {
    return this.#states.get(environment) ?? this.#openState(environment);
  }

  #openState(environment: Environment): EnvironmentState {
    if (this.#isClosed) throw new Error('the authenticator is closed');
    const { redisUrl, rateLimit } = this.#settings;
    if (redisUrl !== undefined && rateLimit.enabled)
      this.#redis ??= openRedisRateLimitBudgets(redisUrl, environment.logger);
    const state = openState(environment, rateLimit.failedSignInsPerMinute, this.#redis);
    this.#states.set(environment, state);
    return state;
  }

  #countFailure(
    state: EnvironmentState,
    remoteAddress: string,
    customerNo: string,
    rejection = wrongCredentials,
  ): SignInRejection {
    const isLimited = this.#settings.rateLimit.enabled;
    const waitSeconds = isLimited ? state.failures.count(remoteAddress, customerNo) : undefined;
    return waitSeconds === undefined ? rejection : this.#tooManyFailures(waitSeconds);
  }

  #tooManyFailures(resetSeconds: number): SignInRejection {
    const limit = this.#settings.rateLimit.failedSignInsPerMinute;
    return {
      refused: { code: 'RateLimited', reason: 'Too many failed sign-ins. Wait for the seconds in Retry-After.' },
      rate: { allowed: false, policy: 'failed-sign-ins', limit, windowSeconds: 60, remaining: 0, resetSeconds },
    };
  }
}

function openState(
  environment: Environment,
  failedSignInsPerMinute: number,
  redis: RedisRateLimitBudgets | undefined,
): EnvironmentState {
  const logger = environment.logger;
  const watch = listenForRevocations(environment.db.pool, {
    lost: (error) =>
      logger.warn(
        { err: error },
        'revocation listener disconnected: credentials are read from the database for every request',
      ),
    restored: () => logger.info('revocation listener reconnected'),
  });
  enableCustomerCache(environment.db, watch);
  const buckets = createTokenBuckets(maxBuckets);
  const isShared = environment.config.isDatabaseShared && environment.config.rateLimit.enabled;
  const database = isShared ? createDatabaseBudgetStore(environment.db) : undefined;
  const store = redis?.budgets(environment.name) ?? database;
  return {
    watch,
    signIns: createRevocableCache(watch, maxSignIns),
    lookup: createBatchedMembershipLookup(environment.db),
    tokens: createRevocableCache(watch, maxTokens),
    settings: new Map(),
    imports: createImportedPasswordLimiter(failedSignInsPerMinute),
    budgets: store && createRateLimitBudgets(store, buckets, maxBuckets, redis && { replyMs: redisReplyMs }),
    buckets,
    failures: createSignInFailureCounter(failedSignInsPerMinute),
  };
}

/** Compared when there is no password, so that a wrong UserKey or CustomerNo takes as long as a wrong password. */
const placeholderHash = Buffer.alloc(32);

async function signIn(
  state: EnvironmentState,
  { userKey, customerNo }: MembershipKey,
  hash: Buffer,
): Promise<{ readonly ok: SignedInCaller } | undefined> {
  const generation = state.signIns.generation();
  const membership = await state.lookup({ userKey, customerNo });
  const hashes = membership?.passwordHashes ?? [];
  let valid = false;
  // Always two comparisons, so that the time does not reveal the number of passwords.
  for (let i = 0; i < Math.max(2, hashes.length); i += 1) {
    if (timingSafeEqual(hashes[i] ?? placeholderHash, hash) && i < hashes.length) valid = true;
  }
  if (membership === undefined || !valid) return undefined;
  const { customerName, rights, rateLimits, tokenPolicy } = membership;
  if (generation >= (state.settings.get(customerNo)?.generation ?? 0)) {
    state.settings.set(customerNo, { rateLimits, tokenPolicy, generation });
  }
  return {
    ok: { caller: { customerNo, customerName, userKey }, rights: rights === 'write' ? readAndWrite : readOnly },
  };
}

async function readKnownToken(
  environment: Environment,
  customerNo: string,
  hash: Buffer,
): Promise<KnownToken | undefined> {
  const token = await readUnrevokedToken(environment.db, customerNo, hash);
  if (token === undefined) return undefined;
  return { expiresAtMs: token.expiresAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY, scope: token.scope };
}
