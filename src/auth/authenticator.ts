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
import type { AccessRight, Authenticator, SignedInCaller, SignInRejection } from '../platform/http/authenticator.ts';
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
import { type RateLimitOverrides, rateLimitsFromConfig, takeRateLimitTokens } from './rate-limits.ts';
import { enableCustomerCache } from './read-customers.ts';
import { openRedisRateLimitBudgets, type RedisRateLimitBudgets } from './redis-budgets.ts';
import { createRevocableCache, type RevocableCache } from './revocable-cache.ts';
import { listenForRevocations, type RevocationListener } from './revocations.ts';
import { credentialSecretsOf, hashCredential } from './secrets.ts';
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
  const { brand, tokenPolicy } = settings;
  const secrets = credentialSecretsOf(settings);
  const isLimited = settings.rateLimit.enabled;
  const limits = rateLimitsFromConfig(settings.rateLimit);
  const schemes = new Set(['serviceauth', `${brand.toLowerCase()}auth`]);
  const tokenRequired: Refusal = {
    code: 'TokenRequired',
    reason: `This operation requires the header Authorization: ${brand}Auth <ACCESS_TOKEN>, in addition to the credentials. Get a token with Authentication/GetAccessToken, or ask the operator to set the token policy of this customer to optional.`,
  };
  const invalidToken: Refusal = {
    code: 'InvalidToken',
    reason: `The access token is not valid. Send Authorization: ${brand}Auth <ACCESS_TOKEN> with a token of this CustomerNo that has not expired or been revoked.`,
  };
  const states = new Map<Environment, EnvironmentState>();
  let redis: RedisRateLimitBudgets | undefined;
  let closed = false;

  const { failedSignInsPerMinute } = settings.rateLimit;

  const stateOf = (environment: Environment): EnvironmentState => {
    let state = states.get(environment);
    if (state === undefined) {
      if (closed) throw new Error('the authenticator is closed');
      const { redisUrl, rateLimit } = settings;
      if (redisUrl !== undefined && rateLimit.enabled)
        redis ??= openRedisRateLimitBudgets(redisUrl, environment.logger);
      state = openState(environment, failedSignInsPerMinute, redis);
      states.set(environment, state);
    }
    return state;
  };

  const countFailure = (
    state: EnvironmentState,
    remoteAddress: string,
    customerNo: string,
    rejection: SignInRejection = wrongCredentials,
  ): SignInRejection => {
    const waitSeconds = isLimited ? state.failures.count(remoteAddress, customerNo) : undefined;
    return waitSeconds === undefined ? rejection : tooManyFailures(failedSignInsPerMinute, waitSeconds);
  };

  return {
    watch: (environment) => {
      stateOf(environment);
    },

    get sharedLimits() {
      const entries = [...states].flatMap(([{ name }, { budgets }]) => (budgets ? [[name, budgets] as const] : []));
      return new Map(entries);
    },

    authenticate: (environment, { userKey, password, customerNo }, remoteAddress) => {
      const state = stateOf(environment);
      const generated = isWellFormedCredential(password, 'password', environment.name);
      const used = generated ? undefined : (environmentOfCredential(password) ?? environmentOfCredential(userKey));
      const isOfOther = used !== undefined && used !== environment.name;
      const isWellFormed =
        (generated || mayBeImportedPassword(password)) &&
        isWellFormedCustomerNo(customerNo) &&
        isWellFormedUserKey(userKey);
      if (!isWellFormed || isOfOther) {
        return countFailure(state, remoteAddress, customerNo, isOfOther ? otherEnvironment(used) : undefined);
      }
      const hash = hashCredential(secrets, password);
      const key = `${userKey}\n${customerNo}\n${hash.toString('base64')}`;
      const cached = state.signIns.get(key);
      // Checked before failures are counted: valid generated credentials pass, even if others fail from the same address.
      const check = () => state.signIns.load(key, () => signIn(state, { userKey, customerNo }, hash));
      if (generated || !isLimited) {
        return cached ?? check().then((signedIn) => signedIn ?? countFailure(state, remoteAddress, customerNo));
      }
      const { imports } = state;
      if (cached !== undefined && imports.isKnown(remoteAddress, key)) return cached;
      return imports.attempt({ remoteAddress, customerNo, key }, check).then((attempted) => {
        if ('waitSeconds' in attempted) return tooManyFailures(failedSignInsPerMinute, attempted.waitSeconds);
        return attempted.signedIn ?? countFailure(state, remoteAddress, customerNo);
      });
    },

    checkToken: (environment, authorization, { customerNo }, right) => {
      const header = authorization?.trim() ?? '';
      if (header === '') {
        const policy = stateOf(environment).settings.get(customerNo)?.tokenPolicy ?? tokenPolicy;
        return policy === 'optional' ? undefined : tokenRequired;
      }
      const [, scheme = '', token = ''] = /^(\S+)[ \t]+(\S+)$/.exec(header) ?? [];
      if (!schemes.has(scheme.toLowerCase()) || !isWellFormedCredential(token, 'token', environment.name))
        return environmentOfCredential(token) === otherOf(environment.name)
          ? tokenOfOtherEnvironment(otherOf(environment.name))
          : invalidToken;
      const { tokens } = stateOf(environment);
      const hash = hashCredential(secrets, token);
      const key = `${customerNo}\n${hash.toString('base64')}`;
      const checkKnown = (known: KnownToken | undefined) => {
        if (known === undefined || Date.now() >= known.expiresAtMs) return invalidToken;
        return right === 'write' && known.scope === 'read' ? readOnlyToken : undefined;
      };
      const cached = tokens.get(key);
      if (cached !== undefined) return checkKnown(cached);
      return tokens.load(key, () => readKnownToken(environment, customerNo, hash)).then(checkKnown);
    },

    takeRequests: (environment, caller, operation, cost) => {
      if (!isLimited) return undefined;
      const { budgets, buckets, settings: known } = stateOf(environment);
      const take: Parameters<typeof takeRateLimitTokens>[0] =
        budgets?.take ??
        (({ customerNo, bucket }, taken, size) => buckets.take(`${bucket}\n${customerNo}`, taken, size));
      return takeRateLimitTokens(take, limits, known.get(caller.customerNo)?.rateLimits, caller, operation, cost);
    },

    close: async () => {
      closed = true;
      await Promise.all([...states.values()].flatMap(({ watch, budgets }) => [watch.close(), budgets?.close()]));
      await redis?.close();
    },
  };
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

function tooManyFailures(perMinute: number, resetSeconds: number): SignInRejection {
  return {
    refused: { code: 'RateLimited', reason: 'Too many failed sign-ins. Wait for the seconds in Retry-After.' },
    rate: {
      allowed: false,
      policy: 'failed-sign-ins',
      limit: perMinute,
      windowSeconds: 60,
      remaining: 0,
      resetSeconds,
    },
  };
}
