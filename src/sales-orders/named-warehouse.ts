/** The warehouse that a new order names, and that of JIT orders that name none (decision 12). */
import { readMainWarehouseByCustomer } from '../inventory/index.ts';
import { lockWarehousesForShare } from '../operator-settings/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { SalesOrderDraft } from './draft.ts';
import type { WarehouseChoiceReason } from './order-acceptance.ts';

type NamingDraft = Pick<SalesOrderDraft, 'warehouse' | 'shippingDefaults'>;

/** The warehouse of the request, else the customer's default; '' for none. */
export const requestedOrDefaultWarehouseOf = (draft: NamingDraft): string =>
  draft.warehouse || draft.shippingDefaults.warehouse;

/** Whether the warehouse is that of the order, that of the customer's preference, or the nearest. */
export const warehouseChoiceReasonOf = (draft: NamingDraft): WarehouseChoiceReason =>
  draft.warehouse ? 'order' : draft.shippingDefaults.warehouse ? 'preference' : 'nearest';

/**
 * The warehouse of JIT orders that name none, by customer of `jitDrafts`: the one where most of the customer's stock lies, since the
 * customer delivers the goods there (decision 12). Read only when there is such an order.
 */
export async function readDefaultJitWarehouses(
  tx: Tx,
  jitDrafts: readonly SalesOrderDraft[],
): Promise<ReadonlyMap<string, string>> {
  const customerNos = new Set<string>();
  for (const draft of jitDrafts) if (requestedOrDefaultWarehouseOf(draft) === '') customerNos.add(draft.customerNo);
  return customerNos.size === 0 ? new Map() : await readMainWarehouseByCustomer(tx, [...customerNos]);
}

/**
 * Locks the warehouses of JIT orders against removal, because no balance references them. '' is ignored. Call it before balances are
 * locked.
 */
export async function lockJitWarehousesForShare(tx: Tx, warehouses: readonly string[]): Promise<void> {
  const codes = new Set(warehouses);
  codes.delete('');
  await lockWarehousesForShare(tx, [...codes]);
}
