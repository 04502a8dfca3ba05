/**
 * Releases reservations when reserved stock disappears (decision 10).
 *
 * Documents that are not in work lose their whole reservation, the last in the queue first, until the stock suffices; packed ones
 * after all others. Then documents in work lose units, the last in the queue first. At the end backorders are allocated: a document
 * that lost its reservation may be filled from stock that others released, or at another warehouse.
 */
import { invariant } from '../lib/assert.ts';
import { sumByKey } from '../lib/sum-by-key.ts';
import type { Tx } from '../platform/db/db.ts';
import { allocateBackorders, chooseBackorderWarehouse, computeShortages, linesToBackorder } from './allocation.ts';
import {
  type BackorderQueue,
  canDrawSeveralStatuses,
  demandOwnersPort,
  type FilledDemandWithRows,
  formatDocumentKey,
  type QueuedDocument,
  sortByQueueOrder,
  toDemandRows,
} from './backorder-queue.ts';
import { type BalanceSession, findInsufficientBalances } from './balance-store.ts';
import {
  type BalanceReservationLoss,
  type DemandRow,
  reduceDemands,
  rewriteDemands,
  setDemandStates,
} from './demand-store.ts';
import {
  type DemandLine,
  formatStockKey,
  type LostReservation,
  type Posting,
  preferredInventoryStatusOf,
  type ShortPick,
  type StockKey,
} from './stock.ts';

/**
 * The units that the postings together take from each balance beyond its available stock; balances that have enough are omitted.
 * Balances are read without locks.
 */
export async function predictReservationLosses(
  tx: Tx,
  postings: readonly Posting[],
): Promise<BalanceReservationLoss[]> {
  const taken = sumByKey(postings, formatStockKey, ({ quantity }) => -quantity);
  const losses = taken.filter(({ sum }) => sum > 0);
  if (losses.length === 0) return [];
  return await findInsufficientBalances(
    tx,
    losses.map(({ first, sum }) => ({ ...first, units: sum })),
  );
}

/** A document that lost its reservation. `rows` has its new demands when they change with its state. */
interface LostReservationWithRows extends LostReservation {
  readonly rows?: readonly DemandRow[];
}

/** The affected documents after backorders were allocated. */
interface ReallocationResult {
  /** Reserved before, backordered now. */
  readonly lost: readonly LostReservationWithRows[];
  /**
   * Lost its reservation and is reserved again: at another warehouse, or again from the statuses that it may draw. One that got the
   * same stock again is in none of these lists.
   */
  readonly moved: readonly FilledDemandWithRows[];
  /** Backordered before, reserved now. */
  readonly filled: readonly FilledDemandWithRows[];
  readonly picks: readonly ShortPick[];
}

/** The result of releasing reservations of locked documents. */
interface ReleasedReservations {
  /** Balances of the released documents, some of which have more available stock now. */
  readonly freed: readonly StockKey[];
  /** All units that reservations lose; every document that reserves them must be locked. */
  readonly losses: readonly BalanceReservationLoss[];
  /** Allocates backorders and returns the result. Throws when the locked documents do not cover the losses. */
  reallocateStock(): ReallocationResult;
}

interface LostDemand {
  readonly document: QueuedDocument;
  /** The document after it was backordered. */
  readonly requeued: QueuedDocument;
  readonly posting: Posting;
}

/** Releases reservations of locked documents until no more is reserved than is on hand. Changes `balances`. */
export function releaseExcessReservations(
  balances: BalanceSession,
  queue: BackorderQueue,
  posted: readonly Posting[],
): ReleasedReservations {
  const short = shortBalances(balances, posted);
  const lost = new Map<string, LostDemand>();
  const picks: ShortPick[] = [];
  for (const { key, posting } of short) {
    for (const document of queue.reservedToLose()) {
      if (balances.available(key) >= 0) break;
      if (lost.has(formatDocumentKey(document)) || linesAt(document, key).length === 0) continue;
      lost.set(formatDocumentKey(document), { document, requeued: releaseDocument(balances, document), posting });
    }
    for (const document of queue.inWork().reverse()) {
      for (const line of linesAt(document, key)) {
        const quantity = Math.min(line.quantity, -balances.available(key));
        if (quantity <= 0) continue;
        balances.change(key, { reserved: -quantity });
        const { customerNo, subject, itemNo, status, statuses, warehouse } = line;
        picks.push({ customerNo, subject, itemNo, status, statuses, warehouse, quantity, ...causeOf(posting) });
      }
    }
  }
  return {
    freed: [...lost.values()].flatMap(({ document }) => document.rows),
    losses: short.map(({ key, units }) => ({ ...key, units })),
    reallocateStock: () => {
      const left = short.find(({ key }) => balances.available(key) < 0);
      invariant(
        left === undefined,
        () => `the demands do not add up to what is reserved: ${JSON.stringify(left?.key)}`,
      );
      return { ...reallocateStock(balances, queue, lost), picks };
    },
  };
}

/** The balances with more reserved than on hand, sorted, with the last posting that reduced each. */
function shortBalances(balances: BalanceSession, posted: readonly Posting[]) {
  const short = new Map<string, { key: StockKey; units: number; posting: Posting }>();
  for (const posting of posted) {
    const units = -balances.available(posting);
    if (posting.quantity > 0 || units <= 0) continue;
    const { customerNo, itemNo, warehouse, status } = posting;
    short.set(formatStockKey(posting), { key: { customerNo, itemNo, warehouse, status }, units, posting });
  }
  return [...short].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, balance]) => balance);
}

const linesAt = ({ rows }: QueuedDocument, key: StockKey) =>
  rows.filter((row) => formatStockKey(row) === formatStockKey(key));

/** Releases the document's reservation and backorders it. */
function releaseDocument(balances: BalanceSession, document: QueuedDocument): QueuedDocument {
  const { customerNo, rows, warehouses } = document;
  for (const row of rows) balances.change(row, { reserved: -row.quantity });
  const backorderedLines = linesToBackorder(document);
  const warehouse = chooseBackorderWarehouse(balances, customerNo, warehouses, backorderedLines);
  for (const { itemNo, status, quantity } of backorderedLines) {
    balances.change({ customerNo, itemNo, warehouse, status }, { backOrdered: quantity });
  }
  return { ...document, backorderWarehouse: warehouse, backorderedLines };
}

function reallocateStock(
  balances: BalanceSession,
  queue: BackorderQueue,
  lostDemands: ReadonlyMap<string, LostDemand>,
): Omit<ReallocationResult, 'picks'> {
  const again = [...lostDemands.values()].map((each) => each.requeued);
  const allocated = allocateBackorders(balances, sortByQueueOrder([...queue.waiting(), ...again]));
  const moved: FilledDemandWithRows[] = [];
  const filled: FilledDemandWithRows[] = [];
  const reserved = new Set(allocated.map(formatDocumentKey));
  for (const document of allocated) {
    const was = lostDemands.get(formatDocumentKey(document))?.document.backorderWarehouse;
    if (was === undefined) filled.push(document);
    else if (was !== document.warehouse || document.rows !== undefined) moved.push({ ...document, movedFrom: was });
  }
  const lost = [...lostDemands.values()]
    .filter(({ document }) => !reserved.has(formatDocumentKey(document)))
    .map(({ requeued, posting }): LostReservationWithRows => {
      const { customerNo, subject, backorderWarehouse: warehouse, backorderedLines: lines } = requeued;
      const isElsewhere = lines === requeued.elsewhere?.lines;
      return {
        customerNo,
        subject,
        warehouse,
        isElsewhere,
        shortages: computeShortages(balances, customerNo, warehouse, lines.map(shortageLine)),
        ...causeOf(posting),
        ...(isElsewhere || canDrawSeveralStatuses(requeued)
          ? { rows: toDemandRows(requeued, lines, { state: 'waiting', warehouse }) }
          : {}),
      };
    });
  return { lost, moved, filled };
}

const shortageLine = ({ itemNo, status, statuses, quantity }: DemandLine) => ({ itemNo, status, statuses, quantity });

const causeOf = ({ type, reference, subject }: Posting) => ({ because: `${type} ${reference}`, posting: subject });

/** Saves that documents are backordered and that documents in work have less, and notifies their owners. */
export async function backorderLostReservations(
  tx: Tx,
  lost: readonly LostReservationWithRows[],
  drawnPicks: readonly ShortPick[],
): Promise<void> {
  setDemandStates(
    tx,
    lost.filter(({ rows }) => rows === undefined),
    'waiting',
  );
  rewriteDemands(
    tx,
    lost.flatMap(({ rows = [] }) => rows),
  );
  await reduceDemands(tx, drawnPicks);
  // The owner knows a line by the status in which it is demanded.
  const picks = drawnPicks.map((pick) => ({ ...pick, status: preferredInventoryStatusOf(pick) }));
  for (const owner of tx.ports.get(demandOwnersPort)) {
    if (lost.length > 0) await owner.reservationLost?.(tx, lost);
    if (picks.length > 0) await owner.shortPicked(tx, picks);
  }
}
