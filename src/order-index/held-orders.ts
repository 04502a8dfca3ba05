/** Orders on hold across customers: lists with their holds, and groups by reason, owner and cause. */
import type { DbReader } from '../platform/db/db.ts';
import {
  type HoldOwner,
  type HoldReason,
  type PlacedHold,
  readMissingAddressParts,
  readPlacedHolds,
  type SalesOrderKey,
} from '../sales-orders/index.ts';

interface HoldsOfOrder {
  readonly holds: readonly PlacedHold[];
  /** What a label needs and the address lacks, as sentences; empty unless the recipient is the cause of a hold. */
  readonly missing: readonly string[];
}

/** The holds of these orders, by order id, as they are now. At most two statements. */
export async function readHoldsOfOrders(
  reader: DbReader,
  orders: readonly SalesOrderKey[],
): Promise<ReadonlyMap<string, HoldsOfOrder>> {
  const holds = await readPlacedHolds(reader, orders);
  const missing = await readMissingAddressParts(reader, orders, holds);
  return new Map([...holds].map(([orderId, own]) => [orderId, { holds: own, missing: missing.get(orderId) ?? [] }]));
}

interface HoldGroup {
  readonly reason: HoldReason;
  readonly owner: HoldOwner;
  readonly cause: string;
  readonly orders: number;
  readonly customers: number;
  readonly oldest: Temporal.Instant;
  /** The description of one of these holds. */
  readonly description: string;
}

/** Holds in force, grouped by reason, owner and cause, most frequent first; at most 500 groups. Empty lists match all. */
export async function readHoldGroups(
  reader: DbReader,
  customers: readonly string[],
  reasons: readonly HoldReason[],
): Promise<HoldGroup[]> {
  return await reader.rows<HoldGroup>(
    `select h.reason, h.owner, h.cause, count(*)::int as orders, count(distinct h.customer_no)::int as customers,
            min(h.placed_at) as oldest, min(h.description) as description
       from sales_order_holds h
      where (cardinality($1::text[]) = 0 or h.customer_no = any ($1::text[]))
        and (cardinality($2::text[]) = 0 or h.reason = any ($2::text[]))
      group by h.reason, h.owner, h.cause
      order by orders desc, h.reason, h.owner, h.cause limit 500`,
    [customers, reasons],
  );
}
