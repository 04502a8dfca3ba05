/**
 * Sends the webhooks of an environment in the background (decision 14).
 *
 * Guarantees: every event of the feed becomes a delivery for each endpoint that wants it, in the transaction that moves the
 * customer's cursor past it; its body is stored before it is sent. (A cursor that is older than the log that is kept goes on with new
 * events.) A delivery is sent until its result is recorded, so none is lost when the process is killed, and a repeated one has the same
 * id and body. Of one sequence (a package, an order, a return, a row of stock) the next is sent when the one before was delivered or has
 * failed for good; events of a row of stock that were read together are sent together. Deliveries in flight are bounded for each endpoint
 * and in all, so an endpoint that does not reply delays no other. Real time throughout, also in the test environment.
 *
 * One step at a time: a step is one transaction for several customers (where tables are distributed, of one shard), which records
 * results, inserts new deliveries and reads those that are sent next. Processes share the customers by leases (`lease-store.ts`).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { assertPresent } from '../lib/assert.ts';
import { resolvesWithinMs } from '../lib/settles-within.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { isConnectionLost } from '../platform/db/database-errors.ts';
import type { Environment } from '../platform/environment.ts';
import type { RunningLogReader } from '../platform/log-reader.ts';
import type { HostnameResolver } from './connector.ts';
import type { WebhookAttemptResult } from './delivery-store.ts';
import {
  isSuccessResponse,
  planWebhookRetry,
  type SealedWebhookEndpoint,
  type WebhookAttempt,
  webhookAttemptTimeoutMs,
} from './endpoint.ts';
import { type WebhookEventSource, webhookEventSource } from './event-source.ts';
import { defaultWebhookInFlightLimits, InFlightWebhookDeliveries, type WebhookInFlightLimits } from './in-flight.ts';
import { type DueWebhookDelivery, leaseWebhookCustomersWithWork, releaseWebhookLeases } from './lease-store.ts';
import { computeWebhookSenderPauseMs } from './pace.ts';
import type { WebhookTarget } from './send-attempt.ts';
import type { CompletedWebhookAttempt, WebhookBatch, WebhookBatchSender } from './send-batch.ts';
import { type DueWebhookDeliveryWithBody, type LeasedWebhookCustomer, runWebhookSendTransaction } from './send-step.ts';
import { openWebhookThreadSender } from './send-thread.ts';

export interface WebhookSenderOptions extends Partial<WebhookInFlightLimits> {
  readonly source?: WebhookEventSource;
  /** For tests: resolves names, and makes the sender send in this thread. */
  readonly resolve?: HostnameResolver;
  /** How long a receiver may take to reply. */
  readonly timeoutMs?: number;
}

export interface RunningWebhookSender extends RunningLogReader {
  /** Attempts of this process by their result. */
  readonly attempts: Readonly<Record<'delivered' | 'failed', number>>;
}

interface SentDelivery extends DueWebhookDelivery, Pick<WebhookAttemptResult, 'url'> {
  /** For how long it has waited for this attempt because its endpoint fails. */
  readonly waitedMs: number;
}

const pollMs = 200;
const errorPauseMs = 1_000;
/** Customers of one turn; more when more have results. */
const customersPerStep = 50;
/** Events of one step, while this process writes for callers and otherwise. */
const maxEvents = { busy: 200, quiet: 1_000 };
/** How long results are gathered before they are recorded, unless there are `manyResults` or no others are to come. */
const gatherMs = 10;
const manyResults = 100;
/** A receiver that takes this long is slow. */
const slowMs = 2_000;
/** How long stopping waits for replies. */
const stopMs = 2_000;

/** Starts the background sender. Its thread starts, and its connections open, when there is a delivery. */
export function startWebhookSender(environment: Environment, options: WebhookSenderOptions = {}): RunningWebhookSender {
  return new Sender(environment, options);
}

class Sender implements RunningWebhookSender {
  readonly attempts = { delivered: 0, failed: 0 };
  readonly #environment: Environment;
  readonly #source: WebhookEventSource;
  readonly #options: WebhookSenderOptions;
  readonly #timeoutMs: number;
  readonly #lease = uuidv7();
  readonly #inFlight: InFlightWebhookDeliveries;
  /** Customers with something to do, in the order of their turns. */
  readonly #ready = new Map<string, LeasedWebhookCustomer>();
  /** The customers that this process sends for. */
  readonly #held = new Map<string, LeasedWebhookCustomer>();
  readonly #ended: Promise<void>;
  #results: WebhookAttemptResult[] = [];
  #batches: Promise<WebhookBatchSender> | undefined;
  /** What is being sent, by its number. */
  readonly #sent = new Map<number, SentDelivery>();
  /** What was being sent when the thread ended, until its attempt ends. */
  readonly #interrupted = new Set<string>();
  #numbers = 0;
  #loop = performance.eventLoopUtilization();
  #isStopping = false;
  #isCut = false;
  #wake: () => void = () => undefined;

  constructor(environment: Environment, options: WebhookSenderOptions) {
    const { source = webhookEventSource, timeoutMs = webhookAttemptTimeoutMs, ...given } = options;
    const limits = { ...defaultWebhookInFlightLimits, ...given };
    this.#environment = environment;
    this.#options = options;
    this.#source = source;
    this.#timeoutMs = timeoutMs;
    this.#inFlight = new InFlightWebhookDeliveries(limits);
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
    const customers = await leaseWebhookCustomersWithWork(this.#environment.db, this.#lease, this.#held.size > 0);
    for (const { customerNo, cursor, readUpTo } of customers) {
      const held = this.#held.get(customerNo) ?? { customerNo, cursor, readUpTo: undefined, retryReadAtMs: 0 };
      held.readUpTo = readUpTo ?? held.readUpTo;
      this.#held.set(customerNo, held);
      this.#ready.set(customerNo, held);
    }
  }

  /** A step, and then a pause while callers write, so that they are not slowed down. */
  async #paced(): Promise<void> {
    const replies = this.#results.length;
    if (replies > 0 && replies < manyResults && replies < this.#inFlight.count) await sleep(gatherMs);
    const startedAt = performance.now();
    const numbers = this.#numbers;
    await this.#turn();
    const before = this.#loop;
    this.#loop = performance.eventLoopUtilization();
    const { inFlight, waiting } = this.#environment.writeQueue.load;
    if (inFlight === 0 && waiting === 0) return;
    const { utilization } = performance.eventLoopUtilization(this.#loop, before);
    const busy = { utilization, hasWaiting: waiting > 0 };
    await sleep(computeWebhookSenderPauseMs(performance.now() - startedAt, busy, this.#numbers - numbers));
  }

  #isBusy(): boolean {
    const { inFlight, waiting } = this.#environment.writeQueue.load;
    return inFlight > 0 || waiting > 0;
  }

  /** Runs one step per shard, in turn: each step knows the deliveries that the one before has begun to send. */
  async #turn(): Promise<void> {
    // Others arrive meanwhile.
    const results = [...this.#results];
    const turn = new Map<string, LeasedWebhookCustomer>();
    for (const { customerNo } of results) {
      const held = this.#held.get(customerNo);
      if (held !== undefined) turn.set(customerNo, held);
    }
    for (const [customerNo, held] of this.#ready) {
      if (turn.size >= customersPerStep) break;
      turn.set(customerNo, held);
    }
    await this.#eachShard([...turn.values()], results, (customers, own) => this.#step(customers, own));
    // Another process sends to these customers: their results are not recorded.
    this.#settle(results.filter(({ customerNo }) => !turn.has(customerNo)));
  }

  /**
   * Runs a step for the customers of each shard. While the nodes of some shards are away and others reply, the former wait until
   * `#poll` finds them again: what was sent to them and is not recorded is sent again.
   */
  async #eachShard(
    held: readonly LeasedWebhookCustomer[],
    results: readonly WebhookAttemptResult[],
    step: (customers: readonly LeasedWebhookCustomer[], results: readonly WebhookAttemptResult[]) => Promise<void>,
  ): Promise<void> {
    const groups = await this.#environment.db.shards.group(held, ({ customerNo }) => customerNo);
    type Failed = { readonly error: unknown; readonly customerNos: Set<string>; readonly own: WebhookAttemptResult[] };
    const failed: Failed[] = [];
    for (const customers of groups) {
      const customerNos = new Set(customers.map(({ customerNo }) => customerNo));
      const own = results.filter(({ customerNo }) => customerNos.has(customerNo));
      try {
        await step(customers, own);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        failed.push({ error, customerNos, own });
      }
    }
    const [first] = failed;
    if (first !== undefined && failed.length === groups.length) throw first.error;
    for (const { customerNos, own } of failed) {
      this.#settle(own);
      for (const customerNo of customerNos) this.#ready.delete(customerNo);
    }
  }

  async #step(customers: readonly LeasedWebhookCustomer[], results: readonly WebhookAttemptResult[]): Promise<void> {
    const turn = new Map(customers.map((held) => [held.customerNo, held]));
    const done = await runWebhookSendTransaction(this.#environment, this.#source, {
      lease: this.#lease,
      customers,
      results,
      inFlight: this.#inFlight,
      maxEvents: this.#isBusy() ? maxEvents.busy : maxEvents.quiet,
    });
    this.#settle(results);
    for (const customerNo of turn.keys()) this.#ready.delete(customerNo);
    const refused = new Set(done.refused);
    const added = done.planned.filter((delivery) => {
      // A reply may have changed the slots meanwhile.
      const hasSlot = this.#inFlight.add(delivery);
      if (!hasSlot) refused.add(delivery.customerNo);
      return hasSlot;
    });
    this.#send(added, done.endpoints);
    for (const { customerNo, isReleased, hasMore, ...state } of done.customers) {
      const held = turn.get(customerNo) as LeasedWebhookCustomer;
      held.cursor = state.cursor;
      if (state.readUpTo !== undefined) held.readUpTo = undefined;
      if (isReleased) this.#held.delete(customerNo);
      // A customer with a delivery without a slot is checked again after a reply to the customer's others, or at once when there are none.
      else if (
        hasMore ||
        this.#inFlight.isFull ||
        (refused.has(customerNo) && this.#inFlight.ofCustomer(customerNo) === 0)
      )
        this.#ready.set(customerNo, held);
    }
    const kept = new Set(done.customers.map(({ customerNo }) => customerNo));
    // Another process sends for these now, or they have no endpoint any more.
    for (const customerNo of turn.keys()) if (!kept.has(customerNo)) this.#held.delete(customerNo);
  }

  /** Removes results that are recorded, or that this process does not record. */
  #settle(results: readonly WebhookAttemptResult[]): void {
    const settled = new Set(results);
    this.#results = this.#results.filter((result) => !settled.has(result));
    for (const result of results) this.#inFlight.remove(result);
  }

  #send(planned: readonly DueWebhookDeliveryWithBody[], endpoints: readonly SealedWebhookEndpoint[]): void {
    if (planned.length === 0) return;
    const targets = new Map(endpoints.map((endpoint) => [endpoint.endpointId, endpoint]));
    const endpointOf = (endpointId: string) => assertPresent(targets.get(endpointId), 'its endpoint is locked');
    const used = [...new Set(planned.map(({ endpointId }) => endpointId))];
    const bodies = [...new Set(planned.map(({ body }) => body))];
    const [targetIndexes, bodyIndexes] = [indexesOf(used), indexesOf(bodies)];
    const batch: WebhookBatch = {
      targets: used.map((endpointId) => targetOf(endpointOf(endpointId))),
      bodies,
      deliveries: planned.map(({ body, ...delivery }) => {
        this.#numbers += 1;
        const waitedMs = Math.min(delivery.overdueMs, this.#inFlight.failingMs(delivery.endpointId));
        this.#sent.set(this.#numbers, { ...delivery, url: endpointOf(delivery.endpointId).url, waitedMs });
        const target = targetIndexes.get(delivery.endpointId) ?? 0;
        return { id: this.#numbers, eventId: delivery.eventId, target, body: bodyIndexes.get(body) ?? 0 };
      }),
    };
    this.#batches ??= this.#openBatches();
    void this.#batches.then((batches) => batches.send(batch));
  }

  async #openBatches(): Promise<WebhookBatchSender> {
    const { config, logger } = this.#environment;
    const { webhookAllowedNetworks: allowedNetworks, secretKey } = config;
    const options = { allowedNetworks, secretKey, timeoutMs: this.#timeoutMs };
    const report = (attempts: readonly CompletedWebhookAttempt[]) => this.#take(attempts);
    if (this.#options.resolve === undefined) {
      const lost = (err: unknown, restartMs: number) => {
        const { size: deliveries } = this.#sent;
        logger.error(
          { err, restartMs, deliveries },
          'the thread that sends webhooks has ended; what it was sending is sent again',
        );
        this.#takeBack();
      };
      return openWebhookThreadSender(options, { report, lost });
    }
    const { openWebhookBatchSender } = await import('./send-batch.ts');
    return openWebhookBatchSender(options, report, this.#options.resolve);
  }

  /** Takes the results of attempts. */
  #take(attempts: readonly CompletedWebhookAttempt[]): void {
    if (this.#isCut) return;
    for (const { id, attempt } of attempts) {
      const delivery = this.#sent.get(id);
      if (delivery === undefined) continue;
      this.#sent.delete(id);
      this.#interrupted.delete(nameOf(delivery));
      const isDelivered = isSuccessResponse(attempt);
      this.attempts[isDelivered ? 'delivered' : 'failed'] += 1;
      const pace = isDelivered ? (attempt.ms < slowMs ? 'normal' : 'slow') : 'failing';
      this.#inFlight.setPace(delivery.endpointId, pace);
      this.#results.push(resultOf(delivery, attempt));
    }
    this.#wake();
  }

  /**
   * Makes interrupted deliveries due again. One that is interrupted a second time may have ended the thread, so that counts as a failed
   * attempt, and others are sent before the next one.
   */
  #takeBack(): void {
    const attempt = { at: new Date().toISOString(), ms: 0, status: 0, response: 'The attempt was interrupted.' };
    const again: CompletedWebhookAttempt[] = [];
    for (const [id, delivery] of this.#sent) {
      if (this.#interrupted.has(nameOf(delivery))) {
        again.push({ id, attempt });
        continue;
      }
      this.#interrupted.add(nameOf(delivery));
      this.#sent.delete(id);
      this.#inFlight.remove(delivery);
      const held = this.#held.get(delivery.customerNo);
      if (held !== undefined) this.#ready.set(delivery.customerNo, held);
    }
    this.#take(again);
  }

  /** Records the results that have arrived, leaves other deliveries to the next sender, and releases the customers. */
  async #end(): Promise<void> {
    const { db } = this.#environment;
    const replies = async () => {
      while (this.#inFlight.count > this.#results.length) await this.#waitForReply();
    };
    await resolvesWithinMs(stopMs, replies());
    this.#isCut = true;
    const results = this.#results;
    const customers = [...this.#held.values()].map((held) => ({ ...held, readUpTo: undefined }));
    if (results.length > 0) {
      await this.#eachShard(customers, results, async (of, own) => {
        const work = { lease: this.#lease, customers: of, results: own, inFlight: this.#inFlight, maxEvents: 0 };
        await runWebhookSendTransaction(this.#environment, this.#source, work);
      });
    }
    await releaseWebhookLeases(db, this.#lease);
    await (await this.#batches)?.close();
  }

  async #waitForReply(): Promise<void> {
    const reply = Promise.withResolvers<void>();
    this.#wake = reply.resolve;
    await reply.promise;
  }
}

const nameOf = ({ endpointId, position }: DueWebhookDelivery): string => `${endpointId} ${position}`;

const indexesOf = (values: readonly string[]) => new Map(values.map((value, index) => [value, index]));

/** Copies the secrets, because the driver's are parts of larger buffers. */
const targetOf = (endpoint: SealedWebhookEndpoint): WebhookTarget => ({
  endpointId: endpoint.endpointId,
  url: endpoint.url,
  secret: Uint8Array.from(endpoint.secret),
  previousSecret: endpoint.previousSecret && Uint8Array.from(endpoint.previousSecret),
  previousUntilMs: endpoint.previousSecretUntil?.epochMilliseconds,
});

function resultOf(delivery: SentDelivery, attempt: WebhookAttempt): WebhookAttemptResult {
  const { failedAttempts: failedBefore, waitedMs } = delivery;
  if (isSuccessResponse(attempt)) {
    return { ...delivery, failedAttempts: failedBefore, status: 'DELIVERED', retryMs: undefined, attempt };
  }
  const { failedAttempts, retryMs } = planWebhookRetry(failedBefore, waitedMs);
  return { ...delivery, failedAttempts, status: retryMs === undefined ? 'FAILED' : 'PENDING', retryMs, attempt };
}
