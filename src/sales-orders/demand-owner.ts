/**
 * Sales orders in the transaction in which stock arrives or disappears.
 *
 * An order whose backorder is filled loses its Inventory hold; one whose stock is expected at another warehouse waits there
 * (decision 12). An open order that loses its reservation and gets no other one is put on Inventory hold; one that is being processed
 * ships short, or becomes EXCEPTION when nothing is left (decision 10).
 */
import { orderKeyOfDocument } from '../documents/index.ts';
import type { DemandOwner, DocumentKey, LinesElsewhere, LostReservation, ShortPick } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { consumerInventoryStatusesOfCustomer, readOperatorSettings } from '../operator-settings/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import { createSystemCommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import { computeLinesElsewhere } from './draft.ts';
import { applyHoldChanges, type HoldChange, isSameHold } from './hold-changes.ts';
import { readHolds } from './hold-store.ts';
import { buildInventoryHold, inventoryHoldKey } from './holds.ts';
import type { Hold, OrderStatus } from './order.ts';
import { lockSalesOrders, updateOrderLines, updateOrderStatusesAndLines } from './order-store.ts';
import { hasShortUnits, hasUnitsToShip, subtractShortPicks, withoutShortUnits } from './units-to-ship.ts';

/**
 * Changes the holds and lines of sales orders when their backorders are filled or moved, their reservations are lost,
 * or their units are picked short.
 */
export const salesOrderDemandOwner: DemandOwner = {
  lock: async (tx, documents) => {
    const short = (await lockSalesOrders(tx, documents.map(orderKeyOfDocument))).filter(({ lines }) =>
      hasShortUnits(lines),
    );
    if (short.length === 0) return undefined;
    const operator = await readOperatorSettings(tx);
    const elsewhere = new Map<string, LinesElsewhere>();
    for (const order of short) {
      const lines = computeLinesElsewhere(order, consumerInventoryStatusesOfCustomer(operator, order.customerNo));
      if (lines !== undefined) elsewhere.set(order.orderId, lines);
    }
    return elsewhere;
  },
  backorderFilled: (tx, filled) =>
    changeHolds(tx, filled, ({ warehouse, movedFrom }, held) => {
      const because = movedFrom === undefined ? 'stock arrived' : 'its stock disappeared where it was reserved';
      const ended = held.filter((hold) => isSameHold(hold, inventoryHoldKey));
      return { placed: [], ended, warehouse, data: { because, warehouse } };
    }),
  reservationLost: (tx, lost) =>
    changeHolds(tx, lost, ({ warehouse, shortages, because, posting }: LostReservation) => ({
      placed: [buildInventoryHold(shortages)],
      ended: [],
      warehouse,
      data: { because, posting, warehouse },
    })),
  backorderMoved: (tx, moved) =>
    changeHolds(tx, moved, ({ warehouse, shortages }) => ({
      placed: [buildInventoryHold(shortages)],
      ended: [],
      warehouse,
      data: { because: 'its stock is expected there', warehouse },
    })),
  shortPicked: recordShortPicks,
};

/**
 * Decides a hold change for each order and applies them together. Orders that demand all of their units now are short of none any
 * more.
 */
async function changeHolds<Event extends DocumentKey & { readonly isElsewhere?: boolean }>(
  tx: Tx,
  events: readonly Event[],
  decide: (event: Event, held: readonly Hold[]) => Omit<HoldChange, 'order' | 'held'>,
): Promise<void> {
  const orders = await lockSalesOrders(tx, events.map(orderKeyOfDocument));
  const holds = await readHolds(tx, orders);
  const bySubject = new Map(events.map((event) => [event.subject, event]));
  const changes = orders.map((order): HoldChange => {
    const event = assertPresent(bySubject.get(order.orderId), 'the stock event of a locked order');
    const held = holds.get(order.orderId) ?? [];
    return { order, held, ...decide(event, held) };
  });
  updateOrderLines(
    tx,
    orders
      .filter(({ orderId }) => bySubject.get(orderId)?.isElsewhere)
      .map((order) => ({ ...order, lines: withoutShortUnits(order.lines) })),
  );
  await applyHoldChanges(tx, changes, {
    reference: uuidv7(),
    operation: 'allocation',
    actor: 'system',
    timeOf: await readCustomerClockLookup(tx, orders),
  });
}

/**
 * Takes the units that were picked short off orders being processed. An order without anything left to ship becomes
 * EXCEPTION and waits for a person's decision.
 */
async function recordShortPicks(tx: Tx, picks: readonly ShortPick[]): Promise<void> {
  const orders = await lockSalesOrders(tx, picks.map(orderKeyOfDocument));
  const picksOf = Map.groupBy(picks, (pick) => pick.subject);
  const timeOf = await readCustomerClockLookup(tx, orders);
  const changed = orders.map(({ customerNo, orderId, status: before, lines: linesBefore }) => {
    const short = picksOf.get(orderId) ?? [];
    const lines = subtractShortPicks(linesBefore, short);
    const status: OrderStatus = hasUnitsToShip(lines) ? before : 'EXCEPTION';
    return { customerNo, orderId, status, lines, short };
  });
  updateOrderStatusesAndLines(tx, changed);
  for (const { customerNo, orderId, status, short } of changed) {
    appendLog(tx, createSystemCommandContext(customerNo, 'allocation'), {
      kind: 'sales_order.short_picked',
      subject: orderId,
      occurredAt: timeOf(customerNo),
      data: {
        because: short[0]?.because,
        posting: short[0]?.posting,
        status,
        short: short.map(({ itemNo, quantity, status: inventoryStatus }) => ({ itemNo, quantity, inventoryStatus })),
      },
    });
  }
}
