/**
 * Sends the webhooks of an environment in the background (decision 14).
 *
 * Guarantees: every event of the feed becomes a delivery for each endpoint that wants it, in the transaction that moves the
 * customer's cursor past it; what is sent is stored before, byte by byte. A delivery is sent until its result is recorded, so
 * none is lost when the process is killed, and a repeated one has the same id and body. Of one sequence (a package, an order) the
 * next is sent when the one before was delivered or has failed for good. What is in flight is bounded for each endpoint and
 * in all, so an endpoint that does not reply delays no other. Real time throughout, also in the test environment.
 *
 * One step at a time: a step is one transaction for several customers, which records results, inserts new deliveries and reads
 * those that are sent next. Processes share the customers by leases (`lease-store.ts`).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent } from 'undici';
import { settlesWithin } from '../lib/settles-within.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { isConnectionLost } from '../platform/db/database-errors.ts';
import type { Environment } from '../platform/environment.ts';
import type { RunningReader } from '../platform/log-reader.ts';
import { addressRules } from './address-rules.ts';
import type { Resolve } from './connector.ts';
import type { AttemptResult } from './delivery-store.ts';
import { isSuccess, maxAttempts, retrySeconds, type SealedEndpoint } from './endpoint.ts';
import { type EventFeed, eventFeed } from './event-source.ts';
import { InFlight, type InFlightLimits } from './in-flight.ts';
import { type DueDelivery, pollQueues, releaseLeases } from './lease-store.ts';
import { send } from './send.ts';
import { type HeldQueue, runSendStep } from './send-step.ts';
import { secretSealOf } from './signature.ts';

export interface SenderOptions extends Partial<InFlightLimits> {
  readonly source?: EventFeed;
  readonly resolve?: Resolve;
  /** How long a receiver may take to reply. */
  readonly timeoutMs?: number;
}

export interface WebhookSender extends RunningReader {
  /** Attempts of this process by their result. */
  readonly attempts: Readonly<Record<'delivered' | 'failed', number>>;
}

const pollMs = 200;
const errorPauseMs = 1_000;
/** Customers of one step. */
const customersPerStep = 50;
/** The share of time of its steps while this process writes for callers, and the longest pause that makes it. */
const busyShare = 0.1;
const maxRestMs = 400;
/** A receiver that takes longer is slow. */
const slowMs = 2_000;
/** How long stopping waits for replies. */
const stopMs = 2_000;

/** Starts to send. Nothing is loaded or connected before the first endpoint has something to get. */
export function startWebhooks(environment: Environment, options: SenderOptions = {}): WebhookSender {
  return new Sender(environment, options);
}

class Sender implements WebhookSender {
  readonly attempts = { delivered: 0, failed: 0 };
  readonly #environment: Environment;
  readonly #source: EventFeed;
  readonly #options: SenderOptions;
  readonly #timeoutMs: number;
  readonly #lease = uuidv7();
  readonly #inFlight: InFlight;
  /** Customers with something to do, in the order of their turns. */
  readonly #ready = new Map<string, HeldQueue>();
  /** The customers that this process sends for. */
  readonly #held = new Map<string, HeldQueue>();
  readonly #ended: Promise<void>;
  #results: AttemptResult[] = [];
  #agent: Agent | undefined;
  #isStopping = false;
  #isCut = false;
  #wake: () => void = () => undefined;

  constructor(environment: Environment, options: SenderOptions) {
    const { source = eventFeed, perEndpoint = 20, total = 500, timeoutMs = 10_000 } = options;
    this.#environment = environment;
    this.#options = options;
    this.#source = source;
    this.#timeoutMs = timeoutMs;
    this.#inFlight = new InFlight({ perEndpoint, total });
    this.#ended = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake();
    await this.#ended;
  }

  async #run(): Promise<void> {
    let polledAt = Number.NEGATIVE_INFINITY;
    while (!this.#isStopping) {
      try {
        if (performance.now() - polledAt >= pollMs) {
          polledAt = performance.now();
          await this.#poll();
        }
        if (this.#results.length > 0 || (this.#ready.size > 0 && !this.#inFlight.isFull)) await this.#paced();
        else await this.#waitForWork(Math.max(1, pollMs - (performance.now() - polledAt)));
      } catch (err) {
        // While the database is unavailable, which is logged elsewhere, this would flood the log.
        const level = isConnectionLost(err) ? 'debug' : 'error';
        this.#environment.logger[level]({ err }, 'webhooks could not be sent; trying again');
        await this.#waitForWork(errorPauseMs);
      }
    }
    await this.#end().catch((err: unknown) => {
      this.#environment.logger.warn({ err }, 'webhooks that were being sent are sent again');
    });
  }

  async #waitForWork(ms: number): Promise<void> {
    const work = Promise.withResolvers<void>();
    this.#wake = work.resolve;
    const timer = setTimeout(work.resolve, ms);
    if (this.#isStopping) work.resolve();
    await work.promise;
    clearTimeout(timer);
  }

  async #poll(): Promise<void> {
    const queues = await pollQueues(this.#environment.db, this.#lease, this.#held.size > 0);
    for (const { customerNo, cursor, readUpTo } of queues) {
      const held = this.#held.get(customerNo) ?? { customerNo, cursor, readUpTo: undefined, retryReadAtMs: 0 };
      held.readUpTo = readUpTo ?? held.readUpTo;
      this.#held.set(customerNo, held);
      this.#ready.set(customerNo, held);
    }
  }

  /** A step, and then a pause while callers write, so that they are not slowed down. */
  async #paced(): Promise<void> {
    const startedAt = performance.now();
    await this.#step();
    const { inFlight, waiting } = this.#environment.writeQueue.load;
    if (inFlight === 0 && waiting === 0) return;
    const restMs = ((performance.now() - startedAt) * (1 - busyShare)) / busyShare;
    await sleep(Math.min(restMs, maxRestMs));
  }

  async #step(): Promise<void> {
    // Others arrive meanwhile.
    const results = [...this.#results];
    const turn = new Map<string, HeldQueue>();
    for (const { customerNo } of results) {
      const held = this.#held.get(customerNo);
      if (held !== undefined) turn.set(customerNo, held);
    }
    for (const [customerNo, held] of this.#ready) {
      if (turn.size >= customersPerStep) break;
      turn.set(customerNo, held);
    }
    const done = await runSendStep(this.#environment, this.#source, {
      ...{ lease: this.#lease, queues: [...turn.values()], results, inFlight: this.#inFlight },
    });
    this.#results = this.#results.slice(results.length);
    for (const result of results) this.#inFlight.remove(result);
    for (const customerNo of turn.keys()) this.#ready.delete(customerNo);
    const endpoints = new Map(done.endpoints.map((endpoint) => [endpoint.endpointId, endpoint]));
    const refused = new Set<string>();
    for (const delivery of done.due) {
      const endpoint = endpoints.get(delivery.endpointId);
      if (endpoint === undefined) continue;
      if (this.#inFlight.add(delivery)) void this.#send(endpoint, delivery);
      else refused.add(delivery.customerNo);
    }
    for (const { customerNo, isReleased, hasMore, ...state } of done.queues) {
      const held = turn.get(customerNo) as HeldQueue;
      held.cursor = state.cursor;
      if (state.readUpTo !== undefined) held.readUpTo = undefined;
      if (isReleased) this.#held.delete(customerNo);
      // What got no slot is looked at again after a reply to the customer's others, or at once when there are none.
      else if (
        hasMore ||
        this.#inFlight.isFull ||
        (refused.has(customerNo) && this.#inFlight.ofCustomer(customerNo) === 0)
      )
        this.#ready.set(customerNo, held);
    }
    const kept = new Set(done.queues.map(({ customerNo }) => customerNo));
    // Another process sends for these now.
    for (const customerNo of turn.keys()) if (!kept.has(customerNo)) this.#held.delete(customerNo);
  }

  async #send(endpoint: SealedEndpoint, delivery: DueDelivery): Promise<void> {
    const { config } = this.#environment;
    this.#agent ??= await this.#openAgent();
    const attempt = await send(this.#agent, endpoint, secretSealOf(config), delivery, this.#timeoutMs);
    if (this.#isCut) return;
    const isDelivered = isSuccess(attempt);
    this.attempts[isDelivered ? 'delivered' : 'failed'] += 1;
    this.#inFlight.setPace(endpoint.endpointId, isDelivered ? (attempt.ms < slowMs ? 'normal' : 'slow') : 'failing');
    const failedAttempts = delivery.failedAttempts + (isDelivered ? 0 : 1);
    const isOver = failedAttempts >= maxAttempts;
    const retryMs = 1_000 * retrySeconds(failedAttempts);
    this.#results.push({
      ...delivery,
      failedAttempts,
      status: isDelivered ? 'DELIVERED' : isOver ? 'FAILED' : 'PENDING',
      dueAt: isDelivered || isOver ? undefined : Temporal.Now.instant().add({ milliseconds: retryMs }),
      attempt,
    });
    this.#wake();
  }

  async #openAgent(): Promise<Agent> {
    const { openAgent } = await import('./connector.ts');
    const rules = addressRules(this.#environment.config.webhookAllowedNetworks);
    const agent = openAgent({ rules, resolve: this.#options.resolve, timeoutMs: this.#timeoutMs });
    // Another delivery may have been first.
    this.#agent ??= agent;
    return this.#agent;
  }

  /** Records what has arrived, leaves the rest to the next sender, and releases the customers. */
  async #end(): Promise<void> {
    const { db } = this.#environment;
    const replies = async () => {
      while (this.#inFlight.count > this.#results.length) await this.#waitForReply();
    };
    await settlesWithin(stopMs, replies());
    this.#isCut = true;
    const results = this.#results;
    const queues = [...this.#held.values()].map((held) => ({ ...held, readUpTo: undefined }));
    if (results.length > 0) {
      const work = { lease: this.#lease, queues, results, inFlight: this.#inFlight };
      await runSendStep(this.#environment, this.#source, work);
    }
    await releaseLeases(db, this.#lease);
    await this.#agent?.destroy();
  }

  async #waitForReply(): Promise<void> {
    const reply = Promise.withResolvers<void>();
    this.#wake = reply.resolve;
    await reply.promise;
  }
}
