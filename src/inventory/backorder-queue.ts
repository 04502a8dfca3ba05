/**
 * The backorder queue (decision 12): finds the documents that a stock change affects, locks them, and notifies the owners of those that
 * `allocation.ts` has filled.
 *
 * The documents are found without locks and then locked, by one change of a customer's stock at a time. Then the balances are
 * locked, and the search is repeated, because a document may have been backordered in between. A demand is backordered only under
 * the locks of all its balances, or of the customer where they have no row, so the second search is complete.
 */

import type { OfCustomers } from '../platform/customer-nos.ts';
import type { Tx } from '../platform/db/db.ts';
import { defineSlicePort } from '../platform/ports.ts';
import { type BalanceSession, sendCustomersLock } from './balance-store.ts';
import {
  type BalanceReservationLoss,
  type DemandRow,
  type DemandState,
  findBackorderedDocuments,
  findDocumentsLosingReservations,
  packingColumnsAt,
  packingWarehouseOf,
  readDemands,
  rewriteDemands,
  setDemandStates,
} from './demand-store.ts';
import {
  acceptableInventoryStatusesOf,
  type DemandLine,
  type DocumentKey,
  type FilledDemand,
  type LinesElsewhere,
  type LostReservation,
  preferredInventoryStatusOf,
  type ShortPick,
  type StockKey,
} from './stock.ts';

/**
 * A slice whose documents have demands. Its methods run in the transaction that changes the stock, all but `lock` after the
 * documents have been locked, and ignore documents of other slices.
 */
export interface DemandOwner {
  /**
   * Locks its documents in the order of their keys, and returns the lines that those which were picked short demand elsewhere, by
   * `subject`. Documents that were backordered only just now are locked after the balances; a deadlock that this may cause is retried.
   */
  lock?(tx: Tx, documents: readonly DocumentKey[]): Promise<ReadonlyMap<string, LinesElsewhere> | undefined>;
  /**
   * Called with documents that are reserved now: they were backordered, or lost a reservation and got another one (`movedFrom`), at
   * another warehouse or from other statuses.
   */
  backorderFilled?(tx: Tx, filled: readonly FilledDemand[]): Promise<void>;
  /**
   * Called with documents that lost their reservations before their work began (decision 10): they are backordered and keep their
   * position in the queue. The owner updates the document's status and logs the cause.
   */
  reservationLost?(tx: Tx, lost: readonly LostReservation[]): Promise<void>;
  /** Called with documents that are now backordered at another warehouse, because other stock is expected. */
  backorderMoved?(tx: Tx, moved: readonly MovedBackorder[]): Promise<void>;
  /**
   * Called with documents in work that lost units (decision 10). Their demands are already reduced. The owner reduces the shipment
   * and logs the short pick.
   */
  shortPicked(tx: Tx, picks: readonly ShortPick[]): Promise<void>;
}

/** A document that is backordered at another warehouse now. */
export type MovedBackorder = Omit<LostReservation, 'because' | 'posting'>;

/** The owners of demands, in the order in which they lock their documents: transfer orders, sales orders, packed orders (`wiring.ts`). */
export const demandOwnersPort = defineSlicePort<readonly DemandOwner[]>('the owners of demands');

/** A document with demands. */
export interface QueuedDocument {
  readonly customerNo: string;
  readonly subject: string;
  readonly rank: number;
  readonly queuedAt: Temporal.Instant;
  /** The warehouse at which it is reserved or backordered. */
  readonly backorderWarehouse: string;
  /** Its candidate warehouses, best first. */
  readonly warehouses: readonly string[];
  /** Its demands as stored. A reserved line that draws several statuses has one row for each. */
  readonly rows: readonly DemandRow[];
  /** Its demanded lines, each once, even when it draws several statuses. */
  readonly lines: readonly DemandLine[];
  /** Set when it was picked short. */
  readonly elsewhere: LinesElsewhere | undefined;
  /** The lines that are backordered while it waits. */
  readonly backorderedLines: readonly DemandLine[];
}

/** The document of these demands; at least one. */
function queuedDocumentOf(rows: readonly DemandRow[], elsewhere: LinesElsewhere | undefined): QueuedDocument {
  const { customerNo, subject, rank, queuedAt, warehouse, choices } = rows[0] as DemandRow;
  const lines = demandedLines(rows);
  return {
    customerNo,
    subject,
    rank,
    queuedAt,
    backorderWarehouse: warehouse,
    warehouses: choices ?? [warehouse],
    rows,
    lines,
    elsewhere,
    backorderedLines: lines,
  };
}

const isPacked = ({ rows }: QueuedDocument): boolean => rows.some((row) => row.isPacked);

/** The demanded lines of these rows. Rows that draw one line from several statuses are summed. */
function demandedLines(rows: readonly DemandRow[]): readonly DemandLine[] {
  if (rows.every(({ statuses }) => statuses === undefined)) return rows;
  const lines = new Map<string, DemandLine>();
  for (const row of rows) {
    const { itemNo, statuses, quantity } = row;
    const status = preferredInventoryStatusOf(row);
    const key = `${itemNo}\n${status}`;
    lines.set(key, { itemNo, status, statuses, quantity: quantity + (lines.get(key)?.quantity ?? 0) });
  }
  return [...lines.values()];
}

/** Whether the document may draw several statuses, so that its rows change with its state. */
export const canDrawSeveralStatuses = ({ lines }: Pick<QueuedDocument, 'lines'>): boolean =>
  lines.some(({ statuses }) => statuses !== undefined);

/**
 * Builds the rows of a document for these lines, in this state at this warehouse. The document must have a row. Its boxes stay where
 * they are.
 */
export const toDemandRows = (
  document: QueuedDocument,
  lines: readonly DemandLine[],
  to: Pick<DemandRow, 'state' | 'warehouse'>,
): DemandRow[] => {
  const first = document.rows[0] as DemandRow;
  const packing = packingColumnsAt(to.warehouse, packingWarehouseOf(first));
  return lines.map((line) => ({ ...first, ...line, statuses: line.statuses, ...to, ...packing }));
};

/** Every balance from which these lines may be filled. */
export function* balanceKeysOfLines(
  customerNo: string,
  warehouses: readonly string[],
  lines: Iterable<Pick<DemandLine, 'itemNo' | 'status' | 'statuses'>>,
): Generator<StockKey> {
  for (const line of lines) {
    for (const status of acceptableInventoryStatusesOf(line)) {
      for (const warehouse of warehouses) yield { customerNo, itemNo: line.itemNo, warehouse, status };
    }
  }
}

export const formatDocumentKey = ({ customerNo, subject }: DocumentKey): string => `${customerNo}\n${subject}`;

/** A stock change, for finding the affected documents. */
interface StockImpact {
  /** Balances of which more becomes available. */
  readonly increased: readonly StockKey[];
  /** Units that reservations lose. */
  readonly losses?: readonly BalanceReservationLoss[];
}

/**
 * Locks the backorder queues of customers. Call it before locking orders whose demands are then released or replaced: a stock
 * change locks the queue first, and then such orders.
 */
export function lockBackorderQueues(tx: Tx, customers: OfCustomers): void {
  sendCustomersLock(tx, customers, 'backorders', 'pg_advisory_xact_lock');
}

/** The documents that a stock change affects, locked: backorders that it may fill, and reservations that it may remove. */
export class BackorderQueue {
  readonly #tx: Tx;
  readonly #except: ReadonlySet<string>;
  /** The documents with their demands, read under the document's lock; undefined for one that has none any more. */
  readonly #known = new Map<string, QueuedDocument | undefined>();

  private constructor(tx: Tx, except: ReadonlySet<string>) {
    this.#tx = tx;
    this.#except = except;
  }

  /** Locks the affected documents except those in `except` (`formatDocumentKey`). Call it before the balances are locked. */
  static async lock(tx: Tx, impact: StockImpact, except: ReadonlySet<string> = new Set()): Promise<BackorderQueue> {
    const queue = new BackorderQueue(tx, except);
    const found = await queue.#find(impact);
    if (found.length === 0) return queue;
    // One change at a time works through a customer's queue. Two that each found newcomers of the other would deadlock.
    lockBackorderQueues(tx, found);
    await queue.#lockDocuments(await queue.#find(impact));
    return queue;
  }

  /** Backordered documents, in queue order. */
  waiting(): QueuedDocument[] {
    return this.#inState('waiting');
  }

  /** Reserved documents that are not in work, in queue order. */
  reserved(): QueuedDocument[] {
    return this.#inState('reserved');
  }

  /** Those of `reserved` in the sequence in which they lose their stock: the last in the queue first, packed ones last. */
  reservedToLose(): QueuedDocument[] {
    return this.reserved()
      .reverse()
      .sort((a, b) => Number(isPacked(a)) - Number(isPacked(b)));
  }

  /** Documents in work, in queue order. */
  inWork(): QueuedDocument[] {
    return this.#inState('in_work');
  }

  #inState(state: DemandState): QueuedDocument[] {
    const documents = [...this.#known.values()].filter((document) => document !== undefined);
    return sortByQueueOrder(documents.filter(({ rows }) => rows[0]?.state === state));
  }

  /** Every balance that allocating to these documents may change. */
  keys(): StockKey[] {
    return [...this.#known.values()].flatMap((document) => (document === undefined ? [] : balancesOf(document)));
  }

  /**
   * Repeats the search under the locks of the balances. Locks new documents, then their balances, and returns whether there were
   * any.
   */
  async lockNewcomers(balances: BalanceSession, impact: StockImpact): Promise<boolean> {
    const newcomers = await this.#lockDocuments(await this.#find(impact));
    await balances.lockMore(newcomers.flatMap(balancesOf));
    return newcomers.length > 0;
  }

  /** Affected documents that are not locked yet. */
  async #find({ increased, losses = [] }: StockImpact): Promise<DocumentKey[]> {
    const holders = this.#unknown(await findDocumentsLosingReservations(this.#tx, losses));
    // A document that loses its reservation releases its other balances as well.
    const freed = await readDemands(this.#tx, holders);
    return [...holders, ...this.#unknown(await findBackorderedDocuments(this.#tx, [...increased, ...freed]))];
  }

  /** Locks these documents and returns those that have demands. */
  async #lockDocuments(found: readonly DocumentKey[]): Promise<QueuedDocument[]> {
    if (found.length === 0) return [];
    const elsewhere = new Map<string, LinesElsewhere>();
    for (const owner of this.#tx.ports.get(demandOwnersPort)) {
      for (const [subject, lines] of (await owner.lock?.(this.#tx, found)) ?? []) elsewhere.set(subject, lines);
    }
    const demands = Map.groupBy(await readDemands(this.#tx, found), formatDocumentKey);
    return found.flatMap((document) => {
      const text = formatDocumentKey(document);
      const rows = demands.get(text);
      const queued = rows && queuedDocumentOf(rows, elsewhere.get(document.subject));
      this.#known.set(text, queued);
      return queued ?? [];
    });
  }

  #unknown(documents: readonly DocumentKey[]): DocumentKey[] {
    return documents.filter((document) => {
      const text = formatDocumentKey(document);
      return !this.#except.has(text) && !this.#known.has(text);
    });
  }
}

/** The balances of a document's demands at its current warehouse and at its candidates. */
const balancesOf = ({ customerNo, warehouses, rows, lines, elsewhere }: QueuedDocument): StockKey[] => [
  ...rows,
  ...balanceKeysOfLines(customerNo, warehouses, [...lines, ...(elsewhere?.lines ?? [])]),
];

/** Sorts documents by rank, then by time of acceptance, then by subject. */
export function sortByQueueOrder<D extends Pick<QueuedDocument, 'rank' | 'queuedAt' | 'subject'>>(
  documents: readonly D[],
): D[] {
  return documents.toSorted(
    (a, b) => a.rank - b.rank || Temporal.Instant.compare(a.queuedAt, b.queuedAt) || (a.subject < b.subject ? -1 : 1),
  );
}

/** A filled document, with its rows where they change with its state. */
export interface FilledDemandWithRows extends FilledDemand {
  readonly rows?: readonly DemandRow[];
}

/** Saves the demands of the documents as reserved, those with `rows` as these rows, and notifies their owners. */
export async function recordFilledBackorders(tx: Tx, filled: readonly FilledDemandWithRows[]): Promise<void> {
  if (filled.length === 0) return;
  setDemandStates(
    tx,
    filled.filter(({ rows }) => rows === undefined),
    'reserved',
  );
  rewriteDemands(
    tx,
    filled.flatMap(({ rows = [] }) => rows),
  );
  for (const owner of tx.ports.get(demandOwnersPort)) await owner.backorderFilled?.(tx, filled);
}
