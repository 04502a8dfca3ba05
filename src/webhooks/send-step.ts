/** A step of the webhook sender: one transaction for several customers of one shard. */
import type { Tx } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError } from '../platform/errors.ts';
import {
  forceIndexPlansSql,
  formatWebhookBodyKey,
  makeFirstWebhookDeliveriesDue,
  readWebhookBodies,
  recordWebhookAttempts,
  retryWebhookDeliveriesAfterUrlChange,
  type WebhookAttemptResult,
} from './delivery-store.ts';
import type { SealedWebhookEndpoint } from './endpoint.ts';
import { updateWebhookEndpointsAfterAttempts } from './endpoint-health.ts';
import { readSealedWebhookEndpoints } from './endpoint-store.ts';
import type { WebhookEventSource } from './event-source.ts';
import {
  coversWantedWebhookKinds,
  fanOutWebhookEvents,
  maxEventsPerRead,
  readNewEvents,
  type WebhookEventBatch,
} from './fan-out.ts';
import type { InFlightWebhookDeliveries } from './in-flight.ts';
import {
  type DueWebhookDelivery,
  type LockedWebhookCustomer,
  lockLeasedWebhookCustomers,
  maxDueWebhookDeliveries,
  readDueWebhookDeliveries,
  readNextWebhookDueTimes,
  saveWebhookCustomers,
  type WebhookCustomerState,
} from './lease-store.ts';

/** A customer that this process sends for. */
export interface LeasedWebhookCustomer {
  readonly customerNo: string;
  cursor: string;
  /** The newest commit number that is known; undefined: there is nothing to read. */
  readUpTo: number | undefined;
  /** After a failure: when events are read again. */
  retryReadAtMs: number;
}

interface WebhookSendTransactionInput {
  readonly lease: string;
  /** Of one shard. */
  readonly customers: readonly LeasedWebhookCustomer[];
  /** Of these customers. */
  readonly results: readonly WebhookAttemptResult[];
  /** The results are still counted in it. */
  readonly inFlight: InFlightWebhookDeliveries;
  /** Events to read of all customers together. `minEventsPerRead` of each may exceed it. */
  readonly maxEvents: number;
}

/** A delivery to send now, with its body. */
export interface DueWebhookDeliveryWithBody extends DueWebhookDelivery {
  readonly body: string;
}

interface WebhookSendTransactionResult {
  /** Of the customers whose lease is still held. `hasMore`: there are more events, or perhaps due deliveries of which none was read. */
  readonly customers: readonly (WebhookCustomerState & { readonly hasMore: boolean })[];
  readonly endpoints: readonly SealedWebhookEndpoint[];
  /** Due deliveries that have a slot: those of endpoints that neither fail nor are slow come first. */
  readonly planned: readonly DueWebhookDeliveryWithBody[];
  /** Customers with due deliveries that were read and have no slot. */
  readonly refused: ReadonlySet<string>;
}

/** Customers whose events are read concurrently. */
const concurrentReads = 4;
/**
 * Minimum number of events that a step reads per customer, however many customers share it; fewer for a customer with
 * many endpoints.
 */
const minEventsPerRead = 5;
/** A step is planned for this number of deliveries per event. A customer with more endpoints gets fewer events. */
const deliveriesPerEvent = 10;
/**
 * When the bodies read in a step have this length, in characters, no other customer is read. A later step reads the
 * others.
 */
const maxReadLength = 16 * 1024 * 1024;
const retryReadMs = 5_000;

/**
 * Records results, inserts the deliveries of new events, and reads the due deliveries with their bodies, in one transaction, for the
 * customers whose lease is still held. Sends nothing: the caller does. New events are read before the transaction.
 */
export async function runWebhookSendTransaction(
  environment: Environment,
  source: WebhookEventSource,
  work: WebhookSendTransactionInput,
): Promise<WebhookSendTransactionResult> {
  const { db } = environment;
  const read = await readEventsOf(environment, source, work);
  const customerNos = work.customers.map(({ customerNo }) => customerNo);
  const write = async (tx: Tx): Promise<WebhookSendTransactionResult> => {
    tx.send(forceIndexPlansSql);
    const locked = await lockLeasedWebhookCustomers(tx, work.lease, customerNos);
    const [first] = locked;
    if (first === undefined) return { customers: [], endpoints: [], planned: [], refused: new Set() };
    const isLocked = new Set(locked.map(({ customerNo }) => customerNo));
    const own = work.results.filter(({ customerNo }) => isLocked.has(customerNo));
    const [results, stored] = await Promise.all([
      recordWebhookAttempts(tx, own, first.now),
      readSealedWebhookEndpoints(tx, [...isLocked]),
    ]);
    makeFirstWebhookDeliveriesDue(
      tx,
      results.filter(({ status }) => status !== 'PENDING'),
    );
    const urlOf = new Map(stored.map(({ endpointId, url }) => [endpointId, url]));
    const isMoved = ({ endpointId, url }: WebhookAttemptResult) =>
      urlOf.has(endpointId) && urlOf.get(endpointId) !== url;
    retryWebhookDeliveriesAfterUrlChange(
      tx,
      results.filter((result) => result.status === 'PENDING' && isMoved(result)),
    );
    const endpoints = await updateWebhookEndpointsAfterAttempts(tx, stored, results);
    const states = await insertRead(tx, locked, read, endpoints, first.now);
    return await readNext(tx, work, states, endpoints, first.now);
  };
  return await db.write(write, { customerNo: customerNos[0] });
}

/**
 * Reads new events by customer. A customer whose events cannot be read is retried later and does not delay the others; when its
 * position is no longer in the log, it continues with new events.
 */
async function readEventsOf(
  environment: Environment,
  source: WebhookEventSource,
  { customers, maxEvents }: WebhookSendTransactionInput,
): Promise<Map<string, WebhookEventBatch>> {
  const { db, logger } = environment;
  const customersBehind = customers.filter(
    ({ readUpTo, retryReadAtMs }) => readUpTo !== undefined && retryReadAtMs <= performance.now(),
  );
  const read = new Map<string, WebhookEventBatch>();
  if (customersBehind.length === 0) return read;
  const endpoints = await readSealedWebhookEndpoints(
    db,
    customersBehind.map(({ customerNo }) => customerNo),
  );
  const byCustomer = Map.groupBy(endpoints, ({ customerNo }) => customerNo);
  const waiting = [...customersBehind];
  const top = Math.min(maxEventsPerRead, Math.max(minEventsPerRead, Math.floor(maxEvents / customersBehind.length)));
  let length = 0;
  const readOne = async (customer: LeasedWebhookCustomer): Promise<void> => {
    const { customerNo, cursor: after } = customer;
    try {
      const own = byCustomer.get(customerNo) ?? [];
      const affordable = Math.floor(
        (maxEvents * deliveriesPerEvent) / customersBehind.length / Math.max(1, own.length),
      );
      const events = await readNewEvents(environment, source, customer, own, Math.min(top, Math.max(1, affordable)));
      read.set(customerNo, events);
      length += events.length;
    } catch (err) {
      if (err instanceof AppError) {
        // The log of that time is no longer there.
        logger.error({ err, customerNo }, 'events are too old to be sent as webhooks; continuing with new ones');
        const next = await source.currentCursor(db, customerNo);
        read.set(customerNo, { customerNo, after, wanted: undefined, events: [], length: 0, next, hasMore: false });
        return;
      }
      logger.error({ err, customerNo }, 'events for webhooks could not be read; trying again');
      customer.retryReadAtMs = performance.now() + retryReadMs;
    }
  };
  const reader = async () => {
    while (length < maxReadLength) {
      const customer = waiting.shift();
      if (customer === undefined) return;
      await readOne(customer);
    }
  };
  await Promise.all(Array.from({ length: concurrentReads }, reader));
  return read;
}

type ReadState = LockedWebhookCustomer & { readonly isRead: boolean; readonly hasMore: boolean };

async function insertRead(
  tx: Tx,
  locked: readonly LockedWebhookCustomer[],
  read: ReadonlyMap<string, WebhookEventBatch>,
  endpoints: readonly SealedWebhookEndpoint[],
  now: Temporal.Instant,
): Promise<ReadState[]> {
  const ofCustomer = Map.groupBy(endpoints, ({ customerNo }) => customerNo);
  const current = locked.flatMap(({ customerNo, cursor, lastPosition }) => {
    const events = read.get(customerNo);
    const isCurrent = events?.after === cursor && coversWantedWebhookKinds(events, ofCustomer.get(customerNo) ?? []);
    return isCurrent ? [{ ...events, lastPosition }] : [];
  });
  const positions = await fanOutWebhookEvents(tx, current, (customerNo) => ofCustomer.get(customerNo) ?? [], now);
  const byCustomer = new Map(current.map((events) => [events.customerNo, events]));
  return locked.map(({ customerNo, cursor, lastPosition }) => {
    const events = byCustomer.get(customerNo);
    return {
      customerNo,
      cursor: events?.next ?? cursor,
      lastPosition: positions.get(customerNo) ?? lastPosition,
      isRead: events !== undefined && !events.hasMore,
      // Events that were read after an outdated cursor, or for other endpoints, are read again.
      hasMore: events?.hasMore === true || (events === undefined && read.has(customerNo)),
    };
  });
}

async function readNext(
  tx: Tx,
  { customers, results, inFlight }: WebhookSendTransactionInput,
  states: readonly ReadState[],
  endpoints: readonly SealedWebhookEndpoint[],
  now: Temporal.Instant,
): Promise<WebhookSendTransactionResult> {
  const enabled = endpoints.filter(({ isEnabled }) => isEnabled);
  /**
   * Customers with an endpoint that fails or is slow, and gets no slot because the share of such endpoints is full. The
   * next poll checks them again.
   */
  const isBlocked = new Set<string>();
  const sent = inFlight.without(results);
  const slots = enabled.flatMap(({ customerNo, endpointId }) => {
    const { limit, isLast } = inFlight.slotsOf(endpointId);
    if (limit === 0) isBlocked.add(customerNo);
    const positions = sent.positionsOf(endpointId);
    const maxRows = limit - positions.length;
    return maxRows > 0 ? [{ customerNo, endpointId, maxRows, sent: positions, isLast }] : [];
  });
  const [next, due] = await Promise.all([
    readNextWebhookDueTimes(tx, enabled, now),
    readDueWebhookDeliveries(tx, slots, now),
  ]);
  const { planned, refused } = await plan(tx, due, sent);
  const dueAt = new Map([...isBlocked].map((customerNo) => [customerNo, now]));
  for (const { customerNo, dueAt: at } of next) {
    const earlier = dueAt.get(customerNo);
    if (earlier === undefined || Temporal.Instant.compare(at, earlier) < 0) dueAt.set(customerNo, at);
  }
  const readUpTo = new Map(customers.map(({ customerNo, readUpTo: known }) => [customerNo, known]));
  const resultsOf = Map.groupBy(results, ({ customerNo }) => customerNo);
  const isDue = new Set(due.map(({ customerNo }) => customerNo));
  // Due deliveries of other customers may not have been read.
  const isCut = due.length >= maxDueWebhookDeliveries;
  const saved = states.map(({ customerNo, cursor, lastPosition, isRead, hasMore }) => {
    const busy = inFlight.ofCustomer(customerNo) - (resultsOf.get(customerNo)?.length ?? 0);
    const known = readUpTo.get(customerNo);
    return {
      customerNo,
      cursor,
      lastPosition,
      hasMore: hasMore || (isCut && !isDue.has(customerNo)),
      readUpTo: isRead ? known : undefined,
      dueAt: dueAt.get(customerNo),
      isReleased:
        busy === 0 &&
        !hasMore &&
        !isCut &&
        !isDue.has(customerNo) &&
        !isBlocked.has(customerNo) &&
        (isRead || known === undefined),
    };
  });
  saveWebhookCustomers(tx, saved);
  return { customers: saved, endpoints, planned, refused };
}

/** Chooses the due deliveries that have a slot, and reads their bodies. */
async function plan(tx: Tx, due: readonly DueWebhookDelivery[], inFlight: InFlightWebhookDeliveries) {
  const refused = new Set<string>();
  const chosen = due.filter((delivery) => {
    if (inFlight.has(delivery)) return false;
    const hasSlot = inFlight.add(delivery);
    if (!hasSlot) refused.add(delivery.customerNo);
    return hasSlot;
  });
  const bodies = await readWebhookBodies(tx, chosen);
  const planned = chosen.flatMap((delivery): DueWebhookDeliveryWithBody[] => {
    const body = bodies.get(formatWebhookBodyKey(delivery));
    return body === undefined ? [] : [{ ...delivery, body }];
  });
  return { planned, refused };
}
