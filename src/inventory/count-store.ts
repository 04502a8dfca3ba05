/** SQL that writes, locks and reads `counts` and `count_lines`. */
import { lockInventoryStatusesForShare } from '../operator-settings/index.ts';
import { column, type RowOf } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { CycleCount, CycleCountLine } from './counts.ts';

interface CycleCountKey {
  readonly customerNo: string;
  readonly countId: string;
}

export type NewCycleCount = CycleCount & { readonly openedAt: Temporal.Instant };

const countKey = { customerNo: column.text(), countId: column.uuid() };

const countTable = new Table(
  'counts',
  {
    ...countKey,
    warehouse: column.text(),
    status: column.text<CycleCount['status']>(),
    items: column.optional(column.texts()),
    statuses: column.named('inventory_statuses', column.optional(column.texts())),
    openedAt: column.instant(),
    closedAt: column.optional(column.instant()),
  },
  ['customerNo', 'countId'],
);

const lineTable = new Table(
  'count_lines',
  {
    ...countKey,
    warehouse: column.text(),
    itemNo: column.text(),
    status: column.named('inventory_status', column.text()),
    isOpen: column.boolean(),
    timesCounted: column.int(),
    counted: column.optional(column.bigint()),
    onHand: column.optional(column.bigint()),
    isConfirmed: column.named('is_confirmed', column.boolean()),
  },
  ['customerNo', 'countId', 'itemNo', 'status'],
);

/** Inserts counts without lines. */
export const insertCycleCounts = countTable.insert([
  'customerNo',
  'countId',
  'warehouse',
  'status',
  'items',
  'statuses',
  'openedAt',
]);

export interface KeyedCycleCountLine extends CycleCountKey {
  readonly warehouse: string;
  readonly line: CycleCountLine;
}

type StoredLine = RowOf<typeof lineTable.columns>;

const rowOf = ({ customerNo, countId, warehouse, line }: KeyedCycleCountLine): StoredLine => {
  const { itemNo, status, timesCounted, found, isConfirmed } = line;
  const counted = { counted: found?.counted, onHand: found?.onHand };
  return { customerNo, countId, warehouse, itemNo, status, isOpen: true, timesCounted, ...counted, isConfirmed };
};

const lineOf = ({ itemNo, status, timesCounted, counted, onHand, isConfirmed }: StoredLine): CycleCountLine => ({
  itemNo,
  status,
  timesCounted,
  found: counted === undefined || onHand === undefined ? undefined : { counted, onHand },
  isConfirmed,
});

const insertMissingLines = lineTable.insertMissing();
const shelfText = ({ customerNo, warehouse, itemNo, status, countId }: StoredLine): string =>
  [customerNo, warehouse, itemNo, status, countId].join('\n');

/**
 * Inserts the lines whose stock (warehouse, item and status) is in no other open count; returns those that it did not insert. Waits for a
 * transaction that is inserting a line of the same stock. Inserts in one order, so that two transactions do not wait for each other.
 * Locks the inventory statuses of the lines against removal. Throws `Unavailable` for one that was removed a moment ago.
 */
export async function insertCycleCountLines(
  tx: Tx,
  lines: readonly KeyedCycleCountLine[],
): Promise<KeyedCycleCountLine[]> {
  const rows = lines.map(rowOf).sort((a, b) => (shelfText(a) < shelfText(b) ? -1 : 1));
  const keyOf = ({ countId, itemNo, status }: Pick<StoredLine, 'countId' | 'itemNo' | 'status'>) =>
    `${countId}\n${itemNo}\n${status}`;
  const added = new Set((await insertMissingLines(tx, rows)).map(keyOf));
  await lockInventoryStatusesForShare(tx, rows);
  return lines.filter(({ countId, line }) => !added.has(keyOf({ countId, ...line })));
}

const deleteLinesByKey = lineTable.delete();

/** Deletes lines of locked counts. */
export const deleteCycleCountLines = (tx: Tx, lines: readonly KeyedCycleCountLine[]): void =>
  deleteLinesByKey(tx, lines.map(rowOf));

const deleteLines = lineTable.delete({ by: ['customerNo', 'countId'] });
const deleteCountRows = countTable.delete();

/** Deletes counts with their lines. */
export function deleteCycleCounts(tx: Tx, counts: readonly CycleCountKey[]): void {
  deleteLines(tx, counts);
  deleteCountRows(tx, counts);
}

const updateLines = lineTable.update({ set: ['timesCounted', 'counted', 'onHand', 'isConfirmed'] });

/** Updates the counted quantities of existing lines. */
export const updateCycleCountLines = (tx: Tx, lines: readonly KeyedCycleCountLine[]): void =>
  updateLines(tx, lines.map(rowOf));

const lockCountRows = countTable.lock();
const readLines = lineTable.find({
  by: ['customerNo', 'countId'],
  orderBy: 't.count_id, t.item_no, t.inventory_status',
});

/** Locks counts in the order of their keys and reads them with their lines, by id. Unknown ids are omitted. */
export async function lockCycleCounts(tx: Tx, keys: readonly CycleCountKey[]): Promise<Map<string, CycleCount>> {
  const counts = await lockCountRows(tx, keys);
  const linesOf = Map.groupBy(await readLines(tx, keys), ({ countId }) => countId);
  return new Map(
    counts.map(({ openedAt: _, closedAt: __, ...count }) => [
      count.countId,
      { ...count, lines: (linesOf.get(count.countId) ?? []).map(lineOf) },
    ]),
  );
}

const updateClosed = countTable.update({ set: ['status', 'closedAt'] });
const updateOpen = lineTable.update({ by: ['customerNo', 'countId'], set: ['isOpen'] });

/** Closes locked counts, so that their shelves can be in another count. */
export function markCycleCountsClosed(
  tx: Tx,
  closed: readonly (CycleCountKey & {
    readonly status: 'APPROVED' | 'CANCELED';
    readonly closedAt: Temporal.Instant;
  })[],
): void {
  updateClosed(tx, closed);
  updateOpen(
    tx,
    closed.map((count) => ({ ...count, isOpen: false })),
  );
}

/** An open count with its lines. */
type OpenCycleCount = NewCycleCount;

const lastOpen = `select ${countTable.select('c')} from counts c
  where c.customer_no = $1 and c.status = 'OPEN' order by c.opened_at desc, c.count_id desc limit $2`;

/** At most `limit` open counts of these customers at a warehouse, by customer and id. */
export async function listOpenCycleCountsAt(
  reader: DbReader,
  customerNos: readonly string[],
  warehouse: string,
  limit: number,
): Promise<CycleCountKey[]> {
  return await reader.rows<CycleCountKey>(
    `select c.customer_no as "customerNo", c.count_id as "countId" from counts c
      where c.customer_no = any ($1::text[]) and c.open_warehouse = $2 order by 1, 2 limit $3`,
    [customerNos, warehouse, limit],
  );
}

/** At most `limit` open counts of these customers with a line in an inventory status, by customer and id. */
export async function listOpenCycleCountsInStatus(
  reader: DbReader,
  customerNos: readonly string[],
  status: string,
  limit: number,
): Promise<(CycleCountKey & { readonly warehouse: string })[]> {
  return await reader.rows<CycleCountKey & { readonly warehouse: string }>(
    `select distinct l.customer_no as "customerNo", l.count_id as "countId", l.warehouse from count_lines l
      where l.customer_no = any ($1::text[]) and l.inventory_status = $2 and l.is_open order by 1, 2 limit $3`,
    [customerNos, status, limit],
  );
}

/** At most `limit` open counts of a customer, the newest first. */
export async function listOpenCycleCounts(
  reader: DbReader,
  customerNo: string,
  limit: number,
): Promise<OpenCycleCount[]> {
  const counts = await countTable.rows<RowOf<typeof countTable.columns>>(reader, lastOpen, [customerNo, limit]);
  const linesOf = Map.groupBy(await readLines(reader, counts), ({ countId }) => countId);
  return counts.map(({ closedAt: _, ...count }) => ({
    ...count,
    lines: (linesOf.get(count.countId) ?? []).map(lineOf),
  }));
}
