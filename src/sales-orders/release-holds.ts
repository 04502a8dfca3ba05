/**
 * Releases many orders at the request of a person (decision 11): ends the holds that the person may end, and returns instructions for
 * the others. A batch runs a fixed number of statements for each request that it contains.
 */
import { hashCanonicalJson } from '../lib/canonical-json.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { type Outcome, okValuesOf, refuseState } from '../platform/errors.ts';
import { formatClosedOrderMessage, lockRequestedOpenSalesOrders } from './change.ts';
import { applyHoldChanges, type HoldChange, isSameHold } from './hold-changes.ts';
import { type PlacedHold, readPlacedHolds } from './hold-store.ts';
import {
  type Hold,
  isOpenOrderStatus,
  type OrderStatus,
  type SalesOrder,
  sortHoldsByPrecedence,
  statusOfOpenOrder,
} from './order.ts';
import { validateOrderRecipient } from './order-acceptance.ts';
import { readLeanOrderDetails, readSalesOrders, type SalesOrderKey } from './order-store.ts';
import {
  describeHowToEndHold,
  describeMissingAddressParts,
  extractHoldProblem,
  type HoldReleaseRights,
  mayReleaseHold,
} from './release-rules.ts';
import { findSalesOrderKeysBySelector } from './resolve-orders.ts';
import { insertWeatherOverrides } from './weather-overrides.ts';

/** One order to release. `reference` of the context is that of the request; several orders may share it. */
export interface OrderHoldRelease extends CommandContext, HoldReleaseRights {
  /** Any transaction reference of the order. */
  readonly orderReference: string;
  /** Why, for the timeline. */
  readonly note?: string;
  /** The version of the holds that the person has seen and ends; absent: whichever end. */
  readonly expectedVersion?: string;
}

interface RemainingHold {
  readonly reason: Hold['reason'];
  /** The problem, in words for the operator. */
  readonly problem: string;
  /** The instruction from `describeHowToEndHold`. */
  readonly endsBy: string;
}

/** What a release did to the holds of one order, or would do. */
export interface OrderHoldReleaseResult {
  readonly orderId: string;
  readonly orderNo: string;
  readonly before: OrderStatus;
  readonly after: OrderStatus;
  /** The holds that ended, or would end. */
  readonly ended: readonly Hold[];
  /** Of the holds that end: another person or the winery may add one while a preview is read. */
  readonly version: string;
  /** By precedence; empty when the order becomes RECEIVED. */
  readonly remaining: readonly RemainingHold[];
}

interface Decision extends OrderHoldReleaseResult {
  readonly change: HoldChange;
}

/**
 * Releases orders: one outcome per item. An order of which no hold ends is unchanged and not logged. Refusals, in order of
 * precedence: `NotFound`, `StateForbids` for an order that is no longer open, or of which other holds would end than expected.
 */
export async function releaseOrdersFromHold(
  tx: Tx,
  releases: readonly OrderHoldRelease[],
): Promise<Outcome<OrderHoldReleaseResult>[]> {
  const named = releases.map((release) => ({ ...release, name: nameOf(release) }));
  const decided = await decide(tx, releases, await lockRequestedOpenSalesOrders(tx, named, 'released'));
  const changed = decided.flatMap((outcome, index) =>
    'ok' in outcome && outcome.ok.ended.length > 0
      ? [{ release: releases[index] as OrderHoldRelease, change: outcome.ok.change }]
      : [],
  );
  const timeOf = await readCustomerClockLookup(
    tx,
    changed.map(({ release }) => release.customerNo),
  );
  for (const own of Map.groupBy(changed, ({ release }) => release.reference).values()) {
    const { actor, operation, reference } = (own[0] as (typeof own)[number]).release;
    const context = { actor, operation, reference, because: 'a person released it', timeOf };
    await applyHoldChanges(
      tx,
      own.map(({ change }) => change),
      context,
    );
  }
  insertWeatherOverrides(
    tx,
    changed.flatMap(({ release: { customerNo, actor }, change: { order, ended } }) =>
      ended.flatMap(({ reason, cause }) =>
        reason === 'Weather' ? [{ customerNo, orderId: order.orderId, ruleId: cause, setBy: actor }] : [],
      ),
    ),
  );
  return decided.map((outcome) => ('ok' in outcome ? { ok: withoutChange(outcome.ok) } : outcome));
}

/** The outcomes that `releaseOrdersFromHold` would have now, without a lock or a change. */
export async function previewHoldReleases(
  reader: DbReader,
  releases: readonly OrderHoldRelease[],
): Promise<Outcome<OrderHoldReleaseResult>[]> {
  const resolved = await findSalesOrderKeysBySelector(reader, releases.map(nameOf));
  const keys = okValuesOf(resolved);
  const orders = new Map((await readSalesOrders(reader, keys)).map((order) => [order.orderId, order]));
  const found = resolved.map((outcome): Outcome<SalesOrder> => {
    if ('refused' in outcome) return outcome;
    const order = orders.get(outcome.ok.orderId) as SalesOrder;
    return isOpenOrderStatus(order.status)
      ? { ok: order }
      : refuseState(order.status, formatClosedOrderMessage(order, 'released'));
  });
  return (await decide(reader, releases, found)).map((outcome) =>
    'ok' in outcome ? { ok: withoutChange(outcome.ok) } : outcome,
  );
}

const nameOf = ({ customerNo, orderReference }: OrderHoldRelease) => ({ customerNo, reference: orderReference });

function withoutChange({ change: _change, ...released }: Decision): OrderHoldReleaseResult {
  return released;
}

async function decide(
  reader: DbReader,
  releases: readonly OrderHoldRelease[],
  found: readonly Outcome<SalesOrder>[],
): Promise<Outcome<Decision>[]> {
  const orders = okValuesOf(found);
  const holds = new Map(await readPlacedHolds(reader, orders));
  const missing = await readMissingAddressParts(reader, orders, holds);
  return found.map((outcome, index) => {
    if ('refused' in outcome) return outcome;
    const order = outcome.ok;
    const held = holds.get(order.orderId) ?? [];
    const release = releases[index] as OrderHoldRelease;
    const decision = decideOne(order, held, release, missing.get(order.orderId) ?? []);
    const { ended, version } = decision;
    // Without a hold to end there is none that the person has not seen.
    if (ended.length > 0 && version !== (release.expectedVersion ?? version)) return refuseUnseenHolds(decision);
    // A request may name an order twice, by two references: the second finds what the first left.
    holds.set(
      order.orderId,
      held.filter((hold) => !decision.ended.some((other) => isSameHold(hold, other))),
    );
    return { ok: decision };
  });
}

function refuseUnseenHolds({ orderNo, ended }: Decision) {
  const problems = ended.map(({ description }) => extractHoldProblem(description)).join(' ');
  const text = `The holds of order ${orderNo} have changed since you looked at them, so it was not released. Now it would end: ${problems} Look again, and release it if that is right.`;
  return refuseState('CHANGED', text);
}

/** A hold that ended and was placed again is another one: the person has not seen that it is wanted again. */
const versionOfHolds = (holds: readonly PlacedHold[]): string => {
  const shown = holds.map(({ reason, owner, cause, description, placedAt }) =>
    [reason, owner, cause, description, placedAt].join('\n'),
  );
  return hashCanonicalJson(shown.sort()).toString('hex').slice(0, 16);
};

function decideOne(
  order: SalesOrder,
  held: readonly PlacedHold[],
  release: OrderHoldRelease,
  missing: readonly string[],
): Decision {
  const { orderId, orderNo } = order;
  const [ended, remaining] = [true, false].map((ends) =>
    held.filter((hold) => mayReleaseHold(hold, release, missing) === ends),
  ) as [PlacedHold[], PlacedHold[]];
  const data = release.note === undefined ? {} : { data: { note: release.note } };
  return {
    orderId,
    orderNo,
    ended,
    version: versionOfHolds(ended),
    before: statusOfOpenOrder(held),
    after: statusOfOpenOrder(remaining),
    remaining: sortHoldsByPrecedence(remaining).map((hold) => ({
      reason: hold.reason,
      problem: extractHoldProblem(hold.description),
      endsBy: describeHowToEndHold(hold, missing),
    })),
    change: { order: { ...order, status: statusOfOpenOrder(held) }, held, placed: [], ended, ...data },
  };
}

/** The missing parts of the address, as sentences, for each order whose recipient is the cause of a hold; by order id. */
export async function readMissingAddressParts(
  reader: DbReader,
  orders: readonly SalesOrderKey[],
  holds: ReadonlyMap<string, readonly Hold[]>,
): Promise<Map<string, string[]>> {
  const doubtful = orders.filter(({ orderId }) => holds.get(orderId)?.some(({ cause }) => cause === 'recipient'));
  const details = doubtful.length === 0 ? new Map() : await readLeanOrderDetails(reader, doubtful);
  return new Map(
    doubtful.map(({ orderId }) => {
      const document = details.get(orderId);
      if (document === undefined) return [orderId, ['Its recipient has been erased.']];
      const holdAtLocation = document.holdLocation === undefined ? 0 : 1;
      const { faults } = validateOrderRecipient({ details: document, holdAtLocation });
      return [orderId, describeMissingAddressParts(faults)];
    }),
  );
}
