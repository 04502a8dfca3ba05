/** Opens cycle counts and returns the lines to count, without the quantities on hand. */
import { primaryInventoryStatus } from '../contract/operator-settings.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults, refuseState } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import { readStockOnHand, type StockOnHand } from './balance-store.ts';
import { deleteCycleCounts, insertCycleCountLines, insertCycleCounts, type NewCycleCount } from './count-store.ts';
import { newCycleCountLine } from './counts.ts';
import {
  checkPostingItem,
  checkPostingStatus,
  checkPostingWarehouse,
  createPostingWriter,
  type PostingContext,
  type PostingRequest,
  readPostingContext,
} from './posting-requests.ts';

/** A request to open a cycle count at a warehouse. */
export interface CycleCountOpening extends PostingRequest {
  readonly warehouse: string;
  /** Absent: all items with stock at the warehouse; other items that are found may be recorded too. */
  readonly items: readonly string[] | undefined;
  /** Absent: each item's statuses with stock at the warehouse; the primary status for an item without any. */
  readonly statuses: readonly string[] | undefined;
}

export interface OpenedCycleCount {
  /** The count's id. */
  readonly reference: string;
  readonly lines: readonly { readonly itemNo: string; readonly status: string }[];
}

/**
 * Opens counts; returns one outcome each, in their order. Refusals: the faults `UnknownWarehouse`, `UnknownItem`,
 * `ItemNotStored`, `UnknownStatus`; then `StateForbids` when one of its shelves is in another open count.
 */
export async function openCycleCounts(
  tx: Tx,
  openings: readonly CycleCountOpening[],
): Promise<Outcome<OpenedCycleCount>[]> {
  const wanted = openings.flatMap(({ customerNo, warehouse, items }) =>
    items === undefined ? [{ customerNo, warehouse }] : items.map((itemNo) => ({ customerNo, warehouse, itemNo })),
  );
  const stock = await readStockOnHand(tx, wanted);
  const context = await readPostingContext(
    tx,
    openings.flatMap(({ customerNo, items = [] }) => items.map((itemNo) => ({ customerNo, itemNo }))),
    openings,
  );
  const outcomes = new Map<CycleCountOpening, Outcome<OpenedCycleCount>>();
  const counts = new Map<string, { opening: CycleCountOpening; count: NewCycleCount }>();
  for (const opening of openings) {
    const faults = validate(context, opening);
    if (faults.length > 0) outcomes.set(opening, refuseFaults(faults));
    else counts.set(opening.reference, { opening, count: countOf(context, opening, stock) });
  }
  insertCycleCounts(
    tx,
    [...counts.values()].map(({ count }) => count),
  );
  const taken = await insertCycleCountLines(
    tx,
    [...counts.values()].flatMap(({ count }) => count.lines.map((line) => ({ ...count, line }))),
  );
  const refused = Map.groupBy(taken, ({ countId }) => countId);
  deleteCycleCounts(
    tx,
    [...refused.values()].flatMap((lines) => lines.slice(0, 1)),
  );
  for (const { opening, count } of counts.values()) {
    const [first] = refused.get(count.countId) ?? [];
    if (first !== undefined) {
      const reason = `Item ${first.line.itemNo} in ${first.line.status} at ${count.warehouse} is already in an open count.`;
      outcomes.set(opening, refuseState('OPEN', reason));
      continue;
    }
    const lines = count.lines.map(({ itemNo, status }) => ({ itemNo, status }));
    outcomes.set(opening, { ok: { reference: count.countId, lines } });
    log(tx, opening, count);
  }
  return openings.map((opening) => outcomes.get(opening) as Outcome<OpenedCycleCount>);
}

export const cycleCountOpeningWriter = createPostingWriter('inventory.open-count', openCycleCounts);

function validate(
  context: PostingContext,
  { customerNo, warehouse, items = [], statuses = [] }: CycleCountOpening,
): Fault[] {
  return [
    ...checkPostingWarehouse(context, warehouse),
    ...items.flatMap((itemNo, index) => checkPostingItem(context, customerNo, itemNo, `Items[${index}]`)),
    ...statuses.flatMap((status, index) =>
      checkPostingStatus(context, customerNo, status, `InventoryStatuses[${index}]`),
    ),
  ];
}

function countOf(
  { timeOf }: PostingContext,
  { customerNo, reference, warehouse, items, statuses }: CycleCountOpening,
  stock: readonly StockOnHand[],
): NewCycleCount {
  const there = stock.filter((b) => b.customerNo === customerNo && b.warehouse === warehouse);
  const listed = items === undefined ? new Set(there.map((b) => b.itemNo)) : new Set(items);
  const lines = [...listed].sort().flatMap((itemNo) => {
    const found = there.filter((b) => b.itemNo === itemNo).map((b) => b.status);
    const looked = statuses ?? (found.length > 0 ? found : [primaryInventoryStatus]);
    return [...new Set(looked)].sort().map((status) => newCycleCountLine({ itemNo, status }));
  });
  return {
    customerNo,
    countId: reference,
    warehouse,
    status: 'OPEN',
    items: items === undefined ? undefined : [...listed],
    statuses,
    lines,
    openedAt: timeOf(customerNo),
  };
}

function log(tx: Tx, opening: CycleCountOpening, count: NewCycleCount): void {
  const { warehouse, lines, openedAt: occurredAt } = count;
  const kind = 'inventory.count_opened';
  const data = { warehouse, lines: lines.length };
  appendLog(tx, opening, { kind, subject: opening.reference, occurredAt, data });
}
