/** Adjustments: the stock is not what the ledger says, for a reason that is given (decision 10). */
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import {
  insufficientStockFault,
  newPosting,
  type PostingContext,
  type PostingRequest,
  type PostingResult,
  postingWriter,
  readPostingContext,
  validateItem,
  validateStatus,
  validateWarehouse,
} from './posting-requests.ts';
import { validateReason } from './reason-codes.ts';
import { type InsufficientStock, postStockChanges } from './stock-changes.ts';

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
 * `UnknownWarehouse`, `UnknownStatus`, `UnknownReason`, `UnknownItem`, `ItemNotStored`, `WrongDirection`; then `InsufficientStock`.
 */
export async function adjustStock(tx: Tx, adjustments: readonly StockAdjustment[]): Promise<Outcome<PostingResult>[]> {
  const context = await readPostingContext(
    tx,
    adjustments.flatMap(({ customerNo, items }) => items.map(({ itemNo }) => ({ customerNo, itemNo }))),
  );
  const outcomes = new Map<StockAdjustment, Outcome<PostingResult>>();
  const valid: StockAdjustment[] = [];
  for (const adjustment of adjustments) {
    const faults = validate(context, adjustment);
    if (faults.length === 0) valid.push(adjustment);
    else outcomes.set(adjustment, refuseFaults(faults));
  }
  const changes = await postStockChanges(
    tx,
    valid.map((adjustment) => ({
      takes: 'on hand',
      postings: adjustment.items.map(({ itemNo, quantity }) => {
        const { customerNo, warehouse, status, reasonCode } = adjustment;
        const what = { quantity, type: 'Inventory Adjustment', reference: reasonCode } as const;
        return newPosting(context, adjustment, { customerNo, itemNo, warehouse, status }, what);
      }),
    })),
  );
  for (const [index, adjustment] of valid.entries()) {
    const insufficient = changes[index]?.insufficient ?? [];
    if (insufficient.length > 0)
      outcomes.set(adjustment, refuseFaults(insufficientStockFaults(adjustment, insufficient)));
    else {
      outcomes.set(adjustment, { done: { reference: adjustment.reference } });
      log(tx, context, adjustment);
    }
  }
  return adjustments.map((adjustment) => outcomes.get(adjustment) as Outcome<PostingResult>);
}

/** The lane's writer of adjustments. */
export const stockAdjustments = postingWriter('inventory.adjust', adjustStock);

function validate(
  context: PostingContext,
  { customerNo, warehouse, status, reasonCode, items }: StockAdjustment,
): Fault[] {
  const direction = context.reasons.get(reasonCode)?.direction ?? 'both';
  return [
    ...validateWarehouse(context, warehouse),
    ...validateStatus(context, customerNo, status, 'InventoryStatus'),
    ...validateReason(context.reasons, reasonCode, 'adjustment'),
    ...items.flatMap(({ itemNo, quantity }, index): Fault[] => {
      const faults = validateItem(context, customerNo, itemNo, `Items[${index}].ItemNo`);
      if (direction === 'both' || quantity > 0 === (direction === 'in')) return faults;
      const message = `is ${quantity}, but ${reasonCode} only ${direction === 'in' ? 'adds stock' : 'takes stock away'}`;
      return [...faults, { field: `Items[${index}].Quantity`, code: 'WrongDirection', message }];
    }),
  ];
}

function insufficientStockFaults({ items }: StockAdjustment, insufficient: readonly InsufficientStock[]): Fault[] {
  return insufficient.map((missing) => {
    const index = items.findLastIndex((item) => item.itemNo === missing.itemNo && item.quantity < 0);
    return insufficientStockFault(`Items[${index}].Quantity`, missing);
  });
}

function log(tx: Tx, { timeOf }: PostingContext, adjustment: StockAdjustment): void {
  const { customerNo, reference, warehouse, status, reasonCode, items } = adjustment;
  appendLog(tx, adjustment, {
    kind: 'inventory.adjusted',
    subject: reference,
    occurredAt: timeOf(customerNo),
    data: { reasonCode, warehouse, inventoryStatus: status, items },
  });
}
