/** Adjustments: the stock is not what the ledger says, for a reason that is given (decision 10). */
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import { type NotThere, postChanges } from './postings.ts';
import { judgeReason } from './postings-reasons.ts';
import {
  judgeItem,
  judgeStatus,
  judgeWarehouse,
  notThereFault,
  type Posted,
  type PostingRequest,
  type PostingWorld,
  postingOf,
  postingWriter,
  readPostingWorld,
} from './postings-request.ts';

export interface StockAdjustment extends PostingRequest {
  readonly warehouse: string;
  readonly status: string;
  readonly reasonCode: string;
  /** At least one. Quantities are signed, in units, never 0; two lines of one item add up. */
  readonly items: readonly { readonly itemNo: string; readonly quantity: number }[];
}

/**
 * Posts adjustments as `Inventory Adjustment` with the reason as reference; one outcome each, in their order. What is
 * found goes to those who wait; where reserved stock disappears, reservations give way. Refusals: the faults
 * `UnknownWarehouse`, `UnknownStatus`, `UnknownReason`, `UnknownItem`, `ItemNotStored`, `WrongDirection`; then `NotThere`.
 */
export async function adjustStock(tx: Tx, adjustments: readonly StockAdjustment[]): Promise<Outcome<Posted>[]> {
  const world = await readPostingWorld(
    tx,
    adjustments.flatMap(({ customerNo, items }) => items.map(({ itemNo }) => ({ customerNo, itemNo }))),
  );
  const outcomes = new Map<StockAdjustment, Outcome<Posted>>();
  const sound: StockAdjustment[] = [];
  for (const adjustment of adjustments) {
    const faults = judge(world, adjustment);
    if (faults.length === 0) sound.push(adjustment);
    else outcomes.set(adjustment, refuseFaults(faults));
  }
  const changes = await postChanges(
    tx,
    sound.map((adjustment) => ({
      takes: 'on hand',
      postings: adjustment.items.map(({ itemNo, quantity }) => {
        const { customerNo, warehouse, status, reasonCode } = adjustment;
        const what = { quantity, type: 'Inventory Adjustment', reference: reasonCode } as const;
        return postingOf(world, adjustment, { customerNo, itemNo, warehouse, status }, what);
      }),
    })),
  );
  for (const [index, adjustment] of sound.entries()) {
    const notThere = changes[index]?.notThere ?? [];
    if (notThere.length > 0) outcomes.set(adjustment, refuseFaults(notThereFaults(adjustment, notThere)));
    else {
      outcomes.set(adjustment, { done: { reference: adjustment.reference } });
      log(tx, world, adjustment);
    }
  }
  return adjustments.map((adjustment) => outcomes.get(adjustment) as Outcome<Posted>);
}

/** The lane's writer of adjustments. */
export const stockAdjustments = postingWriter('inventory.adjust', adjustStock);

function judge(world: PostingWorld, { customerNo, warehouse, status, reasonCode, items }: StockAdjustment): Fault[] {
  const direction = world.reasons.get(reasonCode)?.direction ?? 'both';
  return [
    ...judgeWarehouse(world, warehouse),
    ...judgeStatus(world, customerNo, status, 'InventoryStatus'),
    ...judgeReason(world.reasons, reasonCode, 'adjustment'),
    ...items.flatMap(({ itemNo, quantity }, index): Fault[] => {
      const faults = judgeItem(world, customerNo, itemNo, `Items[${index}].ItemNo`);
      if (direction === 'both' || quantity > 0 === (direction === 'in')) return faults;
      const message = `is ${quantity}, but ${reasonCode} only ${direction === 'in' ? 'adds stock' : 'takes stock away'}`;
      return [...faults, { field: `Items[${index}].Quantity`, code: 'WrongDirection', message }];
    }),
  ];
}

function notThereFaults({ items }: StockAdjustment, notThere: readonly NotThere[]): Fault[] {
  return notThere.map((missing) => {
    const index = items.findLastIndex((item) => item.itemNo === missing.itemNo && item.quantity < 0);
    return notThereFault(`Items[${index}].Quantity`, missing);
  });
}

function log(tx: Tx, { timeOf }: PostingWorld, adjustment: StockAdjustment): void {
  const { customerNo, reference, operation, actor, warehouse, status, reasonCode, items } = adjustment;
  appendLog(tx, {
    customerNo,
    kind: 'inventory.adjusted',
    subject: reference,
    reference,
    occurredAt: timeOf(customerNo),
    operation,
    actor,
    data: { reasonCode, warehouse, inventoryStatus: status, items },
  });
}
