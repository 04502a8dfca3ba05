/** The audit of stock that people report missing or damaged on the floor: adjustments, as in the ledger. */
import { type AuditContext, recordAudit } from '../operators/index.ts';
import type { Tx } from '../platform/db/db.ts';

/** Units of an item that leave the stock, in an inventory status. */
interface LostStock {
  readonly itemNo: string;
  readonly status: string;
  readonly units: number;
}

/**
 * Records lost units as `Inventory/Adjust` records those that it takes, one entry for each inventory status, so that
 * `Inventory/ListChanges` lists them with the person and the reason.
 */
export function recordStockLossAudit(
  tx: Tx,
  context: AuditContext,
  of: {
    readonly customerNo: string;
    readonly warehouse: string;
    readonly reasonCode: string;
    /** In the person's words; '' for none. */
    readonly note: string;
  },
  lost: readonly LostStock[],
): void {
  const { customerNo, warehouse, reasonCode, note } = of;
  for (const [status, own] of Map.groupBy(lost, (each) => each.status)) {
    const units = new Map<string, number>();
    for (const each of own) units.set(each.itemNo, (units.get(each.itemNo) ?? 0) + each.units);
    recordAudit(tx, context, {
      action: 'inventory.adjusted',
      customerNo,
      subject: [...units.keys()].join(' '),
      after: {
        Warehouse: warehouse,
        InventoryStatus: status,
        ReasonCode: reasonCode,
        ...(note !== '' && { Note: note }),
        Items: [...units].map(([ItemNo, quantity]) => ({ ItemNo, Quantity: -quantity })),
      },
    });
  }
}
