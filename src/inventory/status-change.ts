/** Status changes: stock that is held under another status from now on, as damaged and back (decision 10). */
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import { statusesOf } from './operator-data.ts';
import { postChanges } from './postings.ts';
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
import type { Posting } from './stock.ts';

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
 * `ItemNotStored`; then `NotThere`.
 */
export async function changeStatuses(tx: Tx, changes: readonly StatusChange[]): Promise<Outcome<Posted>[]> {
  const world = await readPostingWorld(
    tx,
    changes.flatMap(({ customerNo, items }) => items.map(({ itemNo }) => ({ customerNo, itemNo }))),
  );
  const outcomes = new Map<StatusChange, Outcome<Posted>>();
  const sound: StatusChange[] = [];
  for (const change of changes) {
    const faults = judge(world, change);
    if (faults.length === 0) sound.push(change);
    else outcomes.set(change, refuseFaults(faults));
  }
  const posted = await postChanges(
    tx,
    sound.map((change) => ({ takes: 'on hand', postings: postingsOf(world, change) })),
  );
  for (const [index, change] of sound.entries()) {
    const notThere = posted[index]?.notThere ?? [];
    if (notThere.length > 0) {
      const field = (itemNo: string) => `Items[${change.items.findLastIndex((i) => i.itemNo === itemNo)}].Quantity`;
      outcomes.set(change, refuseFaults(notThere.map((missing) => notThereFault(field(missing.itemNo), missing))));
    } else {
      outcomes.set(change, { done: { reference: change.reference } });
      log(tx, world, change);
    }
  }
  return changes.map((change) => outcomes.get(change) as Outcome<Posted>);
}

/** The lane's writer of status changes. */
export const statusChanges = postingWriter('inventory.change-status', changeStatuses);

function judge(world: PostingWorld, change: StatusChange): Fault[] {
  const { customerNo, warehouse, fromStatus, toStatus, reasonCode, items } = change;
  const faults = [
    ...judgeWarehouse(world, warehouse),
    ...judgeStatus(world, customerNo, fromStatus, 'FromInventoryStatus'),
    ...judgeStatus(world, customerNo, toStatus, 'ToInventoryStatus'),
    ...(reasonCode === undefined ? [] : judgeReason(world.reasons, reasonCode, 'status change')),
    ...items.flatMap(({ itemNo }, index) => judgeItem(world, customerNo, itemNo, `Items[${index}].ItemNo`)),
  ];
  if (fromStatus !== toStatus) return faults;
  return [...faults, { field: 'ToInventoryStatus', code: 'SameStatus', message: 'is the status that it has' }];
}

/** Why, where nobody said it. */
function reasonOf({ operator }: PostingWorld, { customerNo, fromStatus, toStatus, reasonCode }: StatusChange): string {
  if (reasonCode !== undefined) return reasonCode;
  const statuses = statusesOf(operator, customerNo);
  const [was, is] = [statuses.get(fromStatus)?.damaged === true, statuses.get(toStatus)?.damaged === true];
  if (was === is) return 'RECLASSIFIED';
  return is ? 'DAMAGED' : 'RESTORED';
}

function postingsOf(world: PostingWorld, change: StatusChange): Posting[] {
  const { customerNo, warehouse, fromStatus, toStatus, items } = change;
  const what = { type: 'Inventory Status Change', reference: reasonOf(world, change) } as const;
  return items.flatMap(({ itemNo, quantity }) => {
    const at = (status: string, units: number) =>
      postingOf(world, change, { customerNo, itemNo, warehouse, status }, { ...what, quantity: units });
    return [at(fromStatus, -quantity), at(toStatus, quantity)];
  });
}

function log(tx: Tx, world: PostingWorld, change: StatusChange): void {
  const { customerNo, reference, operation, actor, warehouse, fromStatus, toStatus, items } = change;
  appendLog(tx, {
    customerNo,
    kind: 'inventory.status_changed',
    subject: reference,
    reference,
    occurredAt: world.timeOf(customerNo),
    operation,
    actor,
    data: { reasonCode: reasonOf(world, change), warehouse, from: fromStatus, to: toStatus, items },
  });
}
