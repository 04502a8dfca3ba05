/** Status changes: stock that is held under another status from now on, as damaged and back (decision 10). */
import { inventoryStatusesFor } from '../operator-settings/index.ts';
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
import type { Posting } from './stock.ts';
import { postStockChanges } from './stock-changes.ts';

export interface StatusChange extends PostingRequest {
  readonly warehouse: string;
  readonly fromStatus: string;
  readonly toStatus: string;
  /** Absent: DAMAGED, RESTORED or RECLASSIFIED, as the two statuses tell. */
  readonly reasonCode: string | undefined;
  /** At least one. Quantities above 0, in units; two lines of one item add up. */
  readonly items: readonly { readonly itemNo: string; readonly quantity: number }[];
}

/**
 * Posts status changes as `Inventory Status Change`, out of one status and into the other, balanced; one outcome each,
 * in their order. Who waits for the new status is served; where reserved stock disappears, reservations give way.
 * Refusals: the faults `UnknownWarehouse`, `UnknownStatus`, `SameStatus`, `UnknownReason`, `UnknownItem`,
 * `ItemNotStored`; then `InsufficientStock`.
 */
export async function changeStatuses(tx: Tx, changes: readonly StatusChange[]): Promise<Outcome<PostingResult>[]> {
  const context = await readPostingContext(
    tx,
    changes.flatMap(({ customerNo, items }) => items.map(({ itemNo }) => ({ customerNo, itemNo }))),
  );
  const outcomes = new Map<StatusChange, Outcome<PostingResult>>();
  const valid: StatusChange[] = [];
  for (const change of changes) {
    const faults = validate(context, change);
    if (faults.length === 0) valid.push(change);
    else outcomes.set(change, refuseFaults(faults));
  }
  const posted = await postStockChanges(
    tx,
    valid.map((change) => ({ takes: 'on hand', postings: postingsOf(context, change) })),
  );
  for (const [index, change] of valid.entries()) {
    const insufficient = posted[index]?.insufficient ?? [];
    if (insufficient.length > 0) {
      const field = (itemNo: string) => `Items[${change.items.findLastIndex((i) => i.itemNo === itemNo)}].Quantity`;
      outcomes.set(
        change,
        refuseFaults(insufficient.map((missing) => insufficientStockFault(field(missing.itemNo), missing))),
      );
    } else {
      outcomes.set(change, { done: { reference: change.reference } });
      log(tx, context, change);
    }
  }
  return changes.map((change) => outcomes.get(change) as Outcome<PostingResult>);
}

/** The lane's writer of status changes. */
export const statusChanges = postingWriter('inventory.change-status', changeStatuses);

function validate(context: PostingContext, change: StatusChange): Fault[] {
  const { customerNo, warehouse, fromStatus, toStatus, reasonCode, items } = change;
  const faults = [
    ...validateWarehouse(context, warehouse),
    ...validateStatus(context, customerNo, fromStatus, 'FromInventoryStatus'),
    ...validateStatus(context, customerNo, toStatus, 'ToInventoryStatus'),
    ...(reasonCode === undefined ? [] : validateReason(context.reasons, reasonCode, 'status change')),
    ...items.flatMap(({ itemNo }, index) => validateItem(context, customerNo, itemNo, `Items[${index}].ItemNo`)),
  ];
  if (fromStatus !== toStatus) return faults;
  return [...faults, { field: 'ToInventoryStatus', code: 'SameStatus', message: 'is the status that it has' }];
}

/** Why, where nobody said it. */
function reasonOf(
  { operator }: PostingContext,
  { customerNo, fromStatus, toStatus, reasonCode }: StatusChange,
): string {
  if (reasonCode !== undefined) return reasonCode;
  const statuses = inventoryStatusesFor(operator, customerNo);
  const [was, is] = [statuses.get(fromStatus)?.damaged === true, statuses.get(toStatus)?.damaged === true];
  if (was === is) return 'RECLASSIFIED';
  return is ? 'DAMAGED' : 'RESTORED';
}

function postingsOf(context: PostingContext, change: StatusChange): Posting[] {
  const { customerNo, warehouse, fromStatus, toStatus, items } = change;
  const what = { type: 'Inventory Status Change', reference: reasonOf(context, change) } as const;
  return items.flatMap(({ itemNo, quantity }) => {
    const at = (status: string, units: number) =>
      newPosting(context, change, { customerNo, itemNo, warehouse, status }, { ...what, quantity: units });
    return [at(fromStatus, -quantity), at(toStatus, quantity)];
  });
}

function log(tx: Tx, context: PostingContext, change: StatusChange): void {
  const { customerNo, reference, warehouse, fromStatus, toStatus, items } = change;
  appendLog(tx, change, {
    kind: 'inventory.status_changed',
    subject: reference,
    occurredAt: context.timeOf(customerNo),
    data: { reasonCode: reasonOf(context, change), warehouse, from: fromStatus, to: toStatus, items },
  });
}
