/** Status changes: stock that moves to another inventory status, for example damaged and back (decision 10). */
import { inventoryStatusesOfCustomer } from '../operator-settings/index.ts';
import {
  checkPostingItem,
  checkPostingStatus,
  checkPostingWarehouse,
  createPostingWriter,
  newPosting,
  type PostingContext,
  type PostingRequest,
  type PostingRequestHandler,
  postStockRequests,
} from './posting-requests.ts';
import { checkReasonCode } from './reason-codes.ts';

export interface StockStatusChange extends PostingRequest {
  readonly warehouse: string;
  readonly fromStatus: string;
  readonly toStatus: string;
  /** Absent: DAMAGED, RESTORED or RECLASSIFIED, depending on the two statuses. */
  readonly reasonCode: string | undefined;
  /** At least one. Quantities are above 0, in units. Lines of the same item are summed to check the stock; each is posted. */
  readonly items: readonly { readonly itemNo: string; readonly quantity: number }[];
}

const statusChange: PostingRequestHandler<StockStatusChange> = {
  items: ({ items }) => items.map(({ itemNo }) => itemNo),
  takes: 'on hand',
  validate: (context, { customerNo, warehouse, fromStatus, toStatus, reasonCode, items }) => [
    ...checkPostingWarehouse(context, warehouse),
    ...checkPostingStatus(context, customerNo, fromStatus, 'FromInventoryStatus'),
    ...checkPostingStatus(context, customerNo, toStatus, 'ToInventoryStatus'),
    ...(reasonCode === undefined ? [] : checkReasonCode(context.reasons, reasonCode, 'status change')),
    ...items.flatMap(({ itemNo }, index) => checkPostingItem(context, customerNo, itemNo, `Items[${index}].ItemNo`)),
    ...(fromStatus === toStatus
      ? [{ field: 'ToInventoryStatus', code: 'SameStatus', message: 'must differ from FromInventoryStatus' }]
      : []),
  ],
  postings: (context, request) => {
    const { customerNo, warehouse, fromStatus, toStatus, items } = request;
    const source = { type: 'Inventory Status Change', reference: reasonOf(context, request) } as const;
    return items.flatMap(({ itemNo, quantity }) => {
      const postingIn = (status: string, units: number) =>
        newPosting(context, request, { customerNo, itemNo, warehouse, status }, { ...source, quantity: units });
      return [postingIn(fromStatus, -quantity), postingIn(toStatus, quantity)];
    });
  },
  insufficientField: ({ items }, itemNo) => `Items[${items.findLastIndex((item) => item.itemNo === itemNo)}].Quantity`,
  entry: (context, request) => {
    const { warehouse, fromStatus: from, toStatus: to, items } = request;
    const data = { reasonCode: reasonOf(context, request), warehouse, from, to, items };
    return { kind: 'inventory.status_changed', data };
  },
};

/** The given reason, or the default one for the two statuses. */
function reasonOf(
  { operator }: PostingContext,
  { customerNo, fromStatus, toStatus, reasonCode }: StockStatusChange,
): string {
  if (reasonCode !== undefined) return reasonCode;
  const statuses = inventoryStatusesOfCustomer(operator, customerNo);
  const [was, is] = [statuses.get(fromStatus)?.damaged === true, statuses.get(toStatus)?.damaged === true];
  if (was === is) return 'RECLASSIFIED';
  return is ? 'DAMAGED' : 'RESTORED';
}

/**
 * Posts status changes as `Inventory Status Change`, out of one status and into the other; returns one outcome each, in their
 * order. Backorders for the new status are filled; where reserved stock disappears, reservations are released. Refusals: the
 * faults `UnknownWarehouse`, `UnknownStatus`, `UnknownReason`, `UnknownItem`, `ItemNotStored`, `SameStatus`; then
 * `InsufficientStock`.
 */
export const stockStatusChangeWriter = createPostingWriter(
  'inventory.change-status',
  (tx, changes: readonly StockStatusChange[]) => postStockRequests(tx, statusChange, changes),
);
