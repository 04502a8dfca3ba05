/** Records counted quantities. The reply says which lines to recount, never the ledger's quantities. */
import { assertPresent } from '../lib/assert.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import { readStockOnHand } from './balance-store.ts';
import {
  deleteCycleCountLines,
  insertCycleCountLines,
  type KeyedCycleCountLine,
  lockCycleCounts,
  updateCycleCountLines,
} from './count-store.ts';
import {
  type CycleCount,
  type CycleCountLine,
  cycleCountLineAfterCount,
  findOpenCycleCount,
  isInCycleCountScope,
  newCycleCountLine,
} from './counts.ts';
import {
  checkPostingItem,
  checkPostingStatus,
  createPostingWriter,
  type PostingContext,
  type PostingRequest,
  readPostingContext,
} from './posting-requests.ts';
import { formatStockKey } from './stock.ts';

/** A request to record counted quantities of an open cycle count. */
export interface CycleCountRecording extends PostingRequest {
  readonly countId: string;
  /** At least one; each item and status once. Units counted. */
  readonly lines: readonly { readonly itemNo: string; readonly status: string; readonly counted: number }[];
}

export interface RecordedCycleCount {
  readonly reference: string;
  /** As given; a line that is not confirmed must be recounted. */
  readonly lines: readonly { readonly itemNo: string; readonly status: string; readonly isConfirmed: boolean }[];
}

/**
 * Records counted quantities with the quantities on hand now; returns one outcome each, in their order. No two records may be of the same
 * count. Refusals: `NotFound`; `StateForbids` when the count is not open; the faults `UnknownItem`, `ItemNotStored`,
 * `UnknownStatus`, `NotInCount`, `DuplicateItem`; then `CountedElsewhere`.
 */
export async function recordCycleCounts(
  tx: Tx,
  records: readonly CycleCountRecording[],
): Promise<Outcome<RecordedCycleCount>[]> {
  const counts = await lockCycleCounts(tx, records);
  const wanted = records.flatMap(({ customerNo, countId, lines }) => {
    const warehouse = counts.get(countId)?.warehouse;
    return warehouse === undefined ? [] : lines.map(({ itemNo }) => ({ customerNo, warehouse, itemNo }));
  });
  const onHand = new Map(
    (await readStockOnHand(tx, wanted)).map((balance) => [formatStockKey(balance), balance.onHand]),
  );
  const context = await readPostingContext(
    tx,
    records.flatMap(({ customerNo, lines }) => lines.map(({ itemNo }) => ({ customerNo, itemNo }))),
  );
  const outcomes = new Map<CycleCountRecording, Outcome<RecordedCycleCount>>();
  const recorded: { record: CycleCountRecording; count: CycleCount; lines: CycleCountLine[] }[] = [];
  for (const record of records) {
    const validated = validate(context, record, counts);
    if ('refused' in validated) outcomes.set(record, validated);
    else recorded.push({ record, count: validated.ok, lines: counted(record, validated.ok, onHand) });
  }
  const countedElsewhere = await addUnlistedLines(tx, recorded);
  const kept = recorded.filter(({ record }) => !countedElsewhere.has(record));
  updateCycleCountLines(
    tx,
    kept.flatMap(({ count, lines }) => lines.map((line) => ({ ...count, line }))),
  );
  for (const [record, fault] of countedElsewhere) outcomes.set(record, refuseFaults([fault]));
  for (const { record, lines } of kept) {
    const { reference } = record;
    outcomes.set(record, {
      ok: { reference, lines: lines.map(({ itemNo, status, isConfirmed }) => ({ itemNo, status, isConfirmed })) },
    });
    log(tx, context, record);
  }
  return records.map((record) => assertPresent(outcomes.get(record), 'the outcome of a count record'));
}

export const cycleCountRecordingWriter = createPostingWriter(
  'inventory.record-count',
  recordCycleCounts,
  ({ countId }) => [countId],
);

function validate(
  context: PostingContext,
  record: CycleCountRecording,
  counts: ReadonlyMap<string, CycleCount>,
): Outcome<CycleCount> {
  const open = findOpenCycleCount(counts, record);
  if ('refused' in open) return open;
  const { customerNo, lines } = record;
  const seen = new Set<string>();
  const faults = lines.flatMap(({ itemNo, status }, index): Fault[] => {
    const field = `Lines[${index}].ItemNo`;
    const found = [
      ...checkPostingItem(context, customerNo, itemNo, field),
      ...checkPostingStatus(context, customerNo, status, `Lines[${index}].InventoryStatus`),
    ];
    if (!isInCycleCountScope(open.ok, itemNo, status)) {
      found.push({ field, code: 'NotInCount', message: `${itemNo} in ${status} is not part of this count` });
    }
    if (seen.has(`${itemNo}\n${status}`)) {
      found.push({ field, code: 'DuplicateItem', message: `${itemNo} in ${status} is given twice` });
    }
    seen.add(`${itemNo}\n${status}`);
    return found;
  });
  return faults.length > 0 ? refuseFaults(faults) : open;
}

function counted(
  { lines }: CycleCountRecording,
  count: CycleCount,
  onHand: ReadonlyMap<string, number>,
): CycleCountLine[] {
  const { customerNo, warehouse } = count;
  return lines.map(({ itemNo, status, counted: found }) => {
    const line = count.lines.find((each) => each.itemNo === itemNo && each.status === status);
    const there = onHand.get(formatStockKey({ customerNo, itemNo, warehouse, status })) ?? 0;
    return cycleCountLineAfterCount(line ?? newCycleCountLine({ itemNo, status }), found, there);
  });
}

/**
 * Inserts lines for items that were found but not listed. Returns a fault for each record with a line in another open count, which is
 * refused: none of its inserted lines stays.
 */
async function addUnlistedLines(
  tx: Tx,
  recorded: readonly { record: CycleCountRecording; count: CycleCount; lines: CycleCountLine[] }[],
): Promise<Map<CycleCountRecording, Fault>> {
  const found = recorded.flatMap(({ count, lines }) => {
    const isListed = ({ itemNo, status }: CycleCountLine) =>
      count.lines.some((each) => each.itemNo === itemNo && each.status === status);
    return lines
      .filter((line) => !isListed(line))
      .map((line): KeyedCycleCountLine => ({ ...count, line: newCycleCountLine(line) }));
  });
  const countedElsewhere = new Map<CycleCountRecording, Fault>();
  for (const { countId, line, warehouse } of await insertCycleCountLines(tx, found)) {
    const each = assertPresent(
      recorded.find(({ count }) => count.countId === countId),
      `count ${countId}`,
    );
    const index = each.lines.findIndex(({ itemNo, status }) => itemNo === line.itemNo && status === line.status);
    const message = `${line.itemNo} in ${line.status} at ${warehouse} is part of another open count`;
    countedElsewhere.set(each.record, { field: `Lines[${index}].ItemNo`, code: 'CountedElsewhere', message });
  }
  const refused = new Set([...countedElsewhere.keys()].map(({ countId }) => countId));
  deleteCycleCountLines(
    tx,
    found.filter(({ countId }) => refused.has(countId)),
  );
  return countedElsewhere;
}

function log(tx: Tx, { timeOf }: PostingContext, record: CycleCountRecording): void {
  const { customerNo, countId: subject, lines } = record;
  const occurredAt = timeOf(customerNo);
  appendLog(tx, record, {
    kind: 'inventory.count_recorded',
    subject,
    occurredAt,
    data: { lines },
  });
}
