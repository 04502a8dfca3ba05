/** Adjustments: corrections of on-hand stock, with a reason (decision 10). */
import type { Tx } from '../platform/db/db.ts';
import type { Fault, Outcome } from '../platform/errors.ts';
import {
  checkPostingItem,
  checkPostingStatus,
  checkPostingWarehouse,
  createPostingWriter,
  newPosting,
  type PostedReference,
  type PostingRequest,
  type PostingRequestHandler,
  postStockRequests,
} from './posting-requests.ts';
import { checkReasonCode } from './reason-codes.ts';

export interface StockAdjustment extends PostingRequest {
  readonly warehouse: string;
  readonly status: string;
  readonly reasonCode: string;
  /**
   * At least one. Quantities are signed, in units, never 0. Lines of the same item are summed to check the stock; each is
   * posted.
   */
  readonly items: readonly { readonly itemNo: string; readonly quantity: number }[];
}

const adjustment: PostingRequestHandler<StockAdjustment> = {
  items: ({ items }) => items.map(({ itemNo }) => itemNo),
  takes: 'on hand',
  validate: (context, { customerNo, warehouse, status, reasonCode, items }) => {
    const direction = context.reasons.get(reasonCode)?.direction ?? 'both';
    return [
      ...checkPostingWarehouse(context, warehouse),
      ...checkPostingStatus(context, customerNo, status, 'InventoryStatus'),
      ...checkReasonCode(context.reasons, reasonCode, 'adjustment'),
      ...items.flatMap(({ itemNo, quantity }, index): Fault[] => {
        const faults = checkPostingItem(context, customerNo, itemNo, `Items[${index}].ItemNo`);
        if (direction === 'both' || quantity > 0 === (direction === 'in')) return faults;
        const message = `is ${quantity}, but ${reasonCode} only ${direction === 'in' ? 'adds' : 'removes'} stock`;
        return [...faults, { field: `Items[${index}].Quantity`, code: 'WrongDirection', message }];
      }),
    ];
  },
  postings: (context, request) => {
    const { customerNo, warehouse, status, reasonCode, items } = request;
    return items.map(({ itemNo, quantity }) =>
      newPosting(
        context,
        request,
        { customerNo, itemNo, warehouse, status },
        { quantity, type: 'Inventory Adjustment', reference: reasonCode },
      ),
    );
  },
  insufficientField: ({ items }, itemNo) =>
    `Items[${items.findLastIndex((item) => item.itemNo === itemNo && item.quantity < 0)}].Quantity`,
  entry: (_, { warehouse, status, reasonCode, items }) => ({
    kind: 'inventory.adjusted',
    data: { reasonCode, warehouse, inventoryStatus: status, items },
  }),
};

/**
 * Posts adjustments as `Inventory Adjustment` with the reason as reference; returns one outcome each, in their order. Found stock
 * is allocated to backorders; where reserved stock disappears, reservations are released. Refusals: the faults `UnknownWarehouse`,
 * `UnknownStatus`, `UnknownReason`, `UnknownItem`, `ItemNotStored`, `WrongDirection`; then `InsufficientStock`.
 */
export function adjustStock(tx: Tx, adjustments: readonly StockAdjustment[]): Promise<Outcome<PostedReference>[]> {
  return postStockRequests(tx, adjustment, adjustments);
}

export const stockAdjustmentWriter = createPostingWriter('inventory.adjust', adjustStock);
