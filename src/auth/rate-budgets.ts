/**
 * Rate limits of several processes (decision 7): one budget for each caller in a store that they share, from which each
 * process takes portions.
 *
 * Guarantees: while the store replies, all processes together never admit more than the budget. A process decides by
 * the portion that it holds and fetches the next one before that is used up, so that few requests wait for the store: a
 * caller's first, also after a pause of two to four seconds, one that costs more than is held, and those at the end of the
 * budget. Portions that are not used are given back, except those of callers that more recent ones displace from memory,
 * those that a process holds when it ends, and those whose claim gets no reply in time; until then a budget may
 * look smaller by one and a half portions for each other process. While the store does not reply, each process limits by
 * itself.
 */
import type { RateLimitBudgetKey, RateLimitBudgetStore } from './rate-limit-budget-store.ts';
import {
  secondsUntilBucketHolds,
  type TokenBucketResult,
  type TokenBucketSize,
  type TokenBuckets,
} from './token-buckets.ts';

export interface RateLimitBudgets {
  take(key: RateLimitBudgetKey, cost: number, size: TokenBucketSize): TokenBucketResult | Promise<TokenBucketResult>;
  /** Gives back the portions of callers that are idle. It also runs every two seconds by itself. */
  giveBack(): Promise<void>;
  /** Whether this process limits by itself, because the store does not reply. */
  readonly isAlone: boolean;
  close(): Promise<void>;
}

/** The number of portions in which a process takes a budget. */
const portions = 16;
const giveBackMs = 2_000;
/** How long a process limits by itself before it asks a store again that did not reply. */
const aloneMs = 1_000;
/**
 * The number of parts into which the wait for a reply is divided. A turn of the event loop in which this process is too busy to read the
 * reply counts as one part, however long it is.
 */
const replyWaitParts = 10;
/** The most portions that a request fetches while other requests use them up. Then this process limits it by itself. */
const maxAttempts = 100;

interface Budget {
  readonly key: RateLimitBudgetKey;
  size: TokenBucketSize;
  /** Units that this process holds. */
  held: number;
  /** Units that were left for all processes when a portion was last taken or given back. */
  level: number;
  levelAtMs: number;
  /** Until about this time the store is expected not to have `emptyFor` units more; 0: it has given all that it had. */
  emptyUntilMs: number;
  emptyFor: number;
  lastUsedMs: number;
  fetching: Promise<boolean> | undefined;
}

interface BudgetTimes {
  readonly nowMs: () => number;
  /** A store that does not reply in this time does not hold up requests. */
  readonly replyMs: number;
}

interface Claim {
  readonly budget: Budget;
  readonly wanted: number;
  readonly needed: number;
  readonly settle: (isDone: boolean) => void;
}

/** @param alone limits by itself while the store does not reply */
export function createRateLimitBudgets(
  store: RateLimitBudgetStore,
  alone: TokenBuckets,
  maxBudgets: number,
  { nowMs = () => performance.now(), replyMs = 1_000 }: Partial<BudgetTimes> = {},
): RateLimitBudgets {
  return new SharedRateLimitBudgets(store, alone, maxBudgets, { nowMs, replyMs });
}

class SharedRateLimitBudgets implements RateLimitBudgets {
  readonly #store: RateLimitBudgetStore;
  readonly #alone: TokenBuckets;
  readonly #maxBudgets: number;
  readonly #nowMs: () => number;
  readonly #claims: ClaimQueue;
  readonly #budgets = new Map<string, Budget>();
  readonly #timer: NodeJS.Timeout;

  constructor(store: RateLimitBudgetStore, alone: TokenBuckets, maxBudgets: number, times: BudgetTimes) {
    this.#store = store;
    this.#alone = alone;
    this.#maxBudgets = maxBudgets;
    this.#nowMs = times.nowMs;
    this.#claims = createClaimQueue(store, times);
    this.#timer = setInterval(() => void this.giveBack(), giveBackMs).unref();
  }

  get isAlone(): boolean {
    return this.#claims.isAlone;
  }

  take(
    key: RateLimitBudgetKey,
    requested: number,
    size: TokenBucketSize,
  ): TokenBucketResult | Promise<TokenBucketResult> {
    const cost = Math.min(requested, size.burst);
    const budget = this.#budgetOf(key, size);
    return this.#decide(budget, cost) ?? this.#takeFetched(budget, cost);
  }

  async giveBack(): Promise<void> {
    const idleSince = this.#nowMs() - giveBackMs;
    const idle = [...this.#budgets.values()].filter((b) => b.held > 0 && b.lastUsedMs <= idleSince && !b.fetching);
    await Promise.all(
      idle.map((budget) => {
        const { held } = budget;
        budget.held = 0;
        return this.#claims.add(budget, -held, -held);
      }),
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#claims.settled();
    await this.#store.close();
  }

  #budgetOf(key: RateLimitBudgetKey, size: TokenBucketSize): Budget {
    const budgets = this.#budgets;
    const name = `${key.customerNo}\n${key.bucket}`;
    const now = this.#nowMs();
    const budget = budgets.get(name) ?? newBudget(key, size, now);
    budget.size = size;
    budget.lastUsedMs = now;
    budgets.delete(name);
    const [oldest] = budgets.keys();
    if (oldest !== undefined && budgets.size >= this.#maxBudgets) budgets.delete(oldest);
    budgets.set(name, budget);
    return budget;
  }

  /** The decision when it needs no portion. */
  #decide(budget: Budget, cost: number): TokenBucketResult | undefined {
    const now = this.#nowMs();
    if (budget.held + 1e-9 >= cost) {
      budget.held -= cost;
      if (budget.held < budget.size.burst / portions / 2 && now >= budget.emptyUntilMs)
        void this.#fetchPortion(budget, 0);
      return resultOf(budget, true, cost, now);
    }
    const isEmpty = now < budget.emptyUntilMs && cost - budget.held + 1e-9 >= budget.emptyFor;
    return isEmpty ? resultOf(budget, false, cost, now) : undefined;
  }

  async #takeFetched(budget: Budget, cost: number): Promise<TokenBucketResult> {
    for (let attempt = 0; attempt < maxAttempts && this.#claims.isStoreTried; attempt += 1) {
      if (!(await this.#fetchPortion(budget, Math.max(0, cost - budget.held)))) break;
      // Undefined when others that waited for the portion have used it up, while the budget has more.
      const decided = this.#decide(budget, cost);
      if (decided !== undefined) return decided;
    }
    const { key, size } = budget;
    return this.#alone.take(`${key.bucket}\n${key.customerNo}`, cost, size);
  }

  #fetchPortion(budget: Budget, needed: number): Promise<boolean> {
    const wanted = Math.max(budget.size.burst / portions, needed);
    budget.fetching ??= this.#claims.add(budget, wanted, needed).finally(() => {
      budget.fetching = undefined;
    });
    return budget.fetching;
  }
}

const newBudget = (key: RateLimitBudgetKey, size: TokenBucketSize, now: number): Budget => ({
  key,
  size,
  held: 0,
  level: size.burst,
  levelAtMs: now,
  emptyUntilMs: 0,
  emptyFor: 1,
  lastUsedMs: now,
  fetching: undefined,
});

function resultOf(
  { held, level, levelAtMs, size }: Budget,
  allowed: boolean,
  cost: number,
  now: number,
): TokenBucketResult {
  const left = Math.min(size.burst, held + level + ((now - levelAtMs) / 1000) * size.perSecond);
  if (allowed) {
    const remaining = Math.floor(left + 1e-9);
    return {
      allowed,
      remaining,
      resetSeconds: secondsUntilBucketHolds(Math.min(remaining + 1, size.burst), left, size),
    };
  }
  // Others may have taken what was left meanwhile.
  return { allowed, remaining: 0, resetSeconds: Math.max(1, secondsUntilBucketHolds(cost, left, size)) };
}

interface ClaimQueue {
  /** Claims units, or gives them back; false when the store did not reply. */
  add(budget: Budget, wanted: number, needed: number): Promise<boolean>;
  /** Whether the last claims got no reply. */
  readonly isAlone: boolean;
  /** False for a second after the store did not reply. */
  readonly isStoreTried: boolean;
  /** Waits for the claims that were added. */
  settled(): Promise<void>;
}

/** Sends the claims of each turn of the event loop together, one batch after the other. */
function createClaimQueue(store: RateLimitBudgetStore, { nowMs, replyMs }: BudgetTimes): ClaimQueue {
  let claims: Claim[] = [];
  let sending: Promise<void> | undefined;
  let aloneUntilMs = 0;
  let isAlone = false;

  const send = async (): Promise<void> => {
    while (claims.length > 0) {
      // Collects the claims of this turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = claims;
      claims = [];
      const isDone = await settle(store, batch, { nowMs, replyMs });
      isAlone = !isDone;
      if (isAlone) aloneUntilMs = nowMs() + aloneMs;
      for (const claim of batch) claim.settle(isDone);
    }
    sending = undefined;
  };

  return {
    add: (budget, wanted, needed) => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      claims.push({ budget, wanted, needed, settle: resolve });
      sending ??= send();
      return promise;
    },
    get isAlone() {
      return isAlone;
    },
    get isStoreTried() {
      return nowMs() >= aloneUntilMs;
    },
    settled: async () => {
      await sending;
    },
  };
}

/** Takes and gives back portions at once. False when the store failed or did not reply in time. */
async function settle(
  store: RateLimitBudgetStore,
  claims: readonly Claim[],
  { nowMs, replyMs }: BudgetTimes,
): Promise<boolean> {
  // A budget is claimed once: what is claimed and given back at once is added.
  const byBudget = new Map<Budget, { wanted: number; needed: number }>();
  for (const { budget, wanted, needed } of claims) {
    const sum = byBudget.get(budget) ?? { wanted: 0, needed: 0 };
    byBudget.set(budget, { wanted: sum.wanted + wanted, needed: sum.needed + needed });
  }
  const wanted = [...byBudget].map(([{ key, size }, amounts]) => ({ ...key, ...size, ...amounts }));
  let isLate = false;
  const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>();
  let waits = 0;
  const waiting = setInterval(() => {
    waits += 1;
    if (waits < replyWaitParts) return;
    isLate = true;
    giveUp(undefined);
  }, replyMs / replyWaitParts);
  try {
    const rows = await Promise.race([store.claim(wanted), late]);
    if (isLate || rows === undefined) return false;
    const found = new Map(rows.map((row) => [`${row.customerNo}\n${row.bucket}`, row]));
    for (const [budget, { wanted: asked, needed }] of byBudget) {
      const row = found.get(`${budget.key.customerNo}\n${budget.key.bucket}`);
      if (row === undefined) continue;
      if (asked > 0) budget.held += row.granted;
      budget.level = row.level;
      budget.levelAtMs = nowMs();
      // Either less was left than needed, or all that was left was given.
      budget.emptyFor = row.granted === 0 ? needed : 0;
      const missing = Math.max(needed, 1) - row.level;
      const isShort = asked > 0 && row.granted < asked;
      budget.emptyUntilMs = isShort ? nowMs() + Math.max(0, (missing / budget.size.perSecond) * 1000) : 0;
    }
    return true;
  } catch {
    // Each process limits by itself meanwhile. The store of Redis logs it; a database that does not reply is reported by its heartbeat.
    return false;
  } finally {
    clearInterval(waiting);
  }
}
