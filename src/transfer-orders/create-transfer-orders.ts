/**
 * Creates transfer orders in batches. Each reserves its whole stock at the source in the same transaction, or is backordered
 * (decision 12).
 */
import { type ChangeReference, type OrderCreation, toLoggedShortages } from '../documents/index.ts';
import { type DemandOutcome, demandRanks, reserveDemands } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { lockInventoryStatusesForShare, lockWarehousesForShare } from '../operator-settings/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseFaults } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { acceptTransferLines } from './accept-lines.ts';
import { scheduleTransferStarts } from './schedule-start.ts';
import {
  type AcceptedTransferLine,
  explicitArrivalInventoryStatusesOf,
  type TransferOrderDraft,
  toTransferDemandLines,
} from './transfer-order.ts';
import { numberedTransferOrderStore } from './transfer-order-changes.ts';
import { insertTransferOrders, type NewTransferOrder } from './transfer-order-store.ts';

export type TransferOrderCreation = OrderCreation<TransferOrderDraft>;

/**
 * One outcome per creation, in their order, in which their stock is reserved; no two may share customer and
 * CustomerReferenceNo. Refusals, in order of precedence: `DuplicateTransferOrder` (the reference belongs to an order with
 * other content), then the faults of `acceptTransferLines`.
 */
export async function createTransferOrders(
  tx: Tx,
  creations: readonly TransferOrderCreation[],
): Promise<Outcome<ChangeReference>[]> {
  return await numberedTransferOrderStore.create(tx, creations, {
    accept: ({ draft }, skuOf): Outcome<AcceptedTransferLine[]> => {
      const { lines, faults } = acceptTransferLines(draft.lines, skuOf);
      return faults.length > 0 ? refuseFaults(faults) : { ok: lines };
    },
    write: async (created) => {
      const orders = created.map(({ creation, accepted: lines, createdAt: queuedAt, ...order }) => ({
        ...creation.draft,
        ...order,
        queuedAt,
        lines,
        creation,
      }));
      await lockWarehousesForShare(tx, [...new Set(orders.map(({ toWarehouse }) => toWarehouse))]);
      insertTransferOrders(tx, orders);
      await lockInventoryStatusesForShare(tx, explicitArrivalInventoryStatusesOf(orders));
      const demands = await reserveDemands(
        tx,
        orders.map((order) => ({
          customerNo: order.customerNo,
          subject: order.orderId,
          rank: demandRanks.transfer,
          queuedAt: order.queuedAt,
          warehouse: { named: order.fromWarehouse },
          lines: toTransferDemandLines(order, order.lines),
        })),
      );
      await scheduleTransferStarts(
        tx,
        orders
          .filter((_, index) => demands[index]?.state === 'reserved')
          .map((order) => ({ ...order, now: order.queuedAt })),
      );
      for (const [index, order] of orders.entries()) {
        const demand = assertPresent(demands[index], 'the outcome of a demand');
        numberedTransferOrderStore.record(
          tx,
          'created',
          order,
          order.queuedAt,
          order.creation,
          creationData(order, demand),
        );
      }
    },
  });
}

function creationData(order: NewTransferOrder, outcome: DemandOutcome): Record<string, unknown> {
  return {
    from: order.fromWarehouse,
    to: order.toWarehouse,
    inventoryStatus: order.inventoryStatus,
    requestedDate: order.requestedDate.toString(),
    lines: order.lines.map(({ itemNo, units, taxStatus }) => ({ itemNo, units, ...(taxStatus ? { taxStatus } : {}) })),
    ...toLoggedAllocation(outcome),
  };
}

/** The stock data of an order's log entry: reserved, or backordered with its shortages. */
export function toLoggedAllocation(outcome: DemandOutcome): Record<string, unknown> {
  if (outcome.state === 'reserved') return { stock: 'reserved' };
  return { stock: 'waiting', short: toLoggedShortages(outcome.shortages) };
}

/** The batch writer of CreateTransferOrder. */
export const transferOrderCreationWriter: BatchWriter<TransferOrderCreation, ChangeReference> = {
  name: 'transfer-orders.create',
  maxItems: 100,
  customerNo: (creation) => creation.customerNo,
  identities: (creation) => [`transfer order\t${creation.draft.customerReferenceNo}`],
  write: createTransferOrders,
};
