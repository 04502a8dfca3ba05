/**
 * The queue of those who wait for stock (decision 12): who could be filled, locked, walked in order, told.
 *
 * Found without locks, then the documents are locked, then the balances; then it is looked again, because a document may
 * have begun to wait in between. Whoever wants stock decides under the locks of the balances that it may be filled
 * from, so after that second look nobody can be missing.
 */
import type { Tx } from '../platform/db/db.ts';
import type { BalanceSession } from './balance-store.ts';
import {
  type DemandRow,
  type DemandState,
  type DocumentKey,
  findReservationHolders,
  findWaitingDocuments,
  markReserved,
  readDemands,
  type StockLoss,
} from './demand-store.ts';
import type { FilledDemand, LostReservation, ShortPick, StockKey } from './stock.ts';

/**
 * A slice whose documents want stock: what must happen to them when stock comes or disappears, in the same transaction.
 * Every method passes over documents that are not its own.
 */
export interface DemandOwner {
  /**
   * Locks these of its documents, sorted, as its own writers do before they change them. Nearly always before any
   * balance is locked; documents that began to wait just now are locked after the balances, and a deadlock that may
   * come of it is tried again.
   */
  lock(tx: Tx, documents: readonly DocumentKey[]): Promise<void>;
  /** Told of documents that are reserved from now on at `warehouse`: they go on. They are locked. */
  backorderFilled(tx: Tx, filled: readonly FilledDemand[]): Promise<void>;
  /**
   * Told of documents whose work had not begun and whose reserved stock has disappeared (decision 10): they have
   * given everything back, keep their place in the queue and wait at `warehouse`. They are locked. The owner puts its
   * document in the state of one that waits for stock, and says why in its log.
   */
  reservationLost(tx: Tx, lost: readonly LostReservation[]): Promise<void>;
  /**
   * Told of documents in work whose stock has disappeared (decision 10): they go out without these units. What is
   * demanded for them is already reduced, so shipping more fails loudly. They are locked. The owner takes the units
   * off what it is going to ship and says so in its log, for the floor.
   */
  shortPicked(tx: Tx, picks: readonly ShortPick[]): Promise<void>;
}

const owners: DemandOwner[] = [];

/** Called for each slice when the parts are wired together; nothing here imports upward. Again is the same as once. */
export function registerDemandOwner(owner: DemandOwner): void {
  if (!owners.includes(owner)) owners.push(owner);
}

/** All slices that were registered, in that order. */
export const demandOwners: readonly DemandOwner[] = owners;

/** A document in the queue. */
export interface QueuedDocument {
  readonly customerNo: string;
  readonly subject: string;
  readonly rank: number;
  readonly queuedAt: Temporal.Instant;
  /** Where it counts as back order. */
  readonly backorderWarehouse: string;
  /** Where it may be filled, best first. */
  readonly warehouses: readonly string[];
  readonly lines: readonly DemandRow[];
}

/** A document as the rows of its demand tell. At least one row. */
export function queuedDocumentOf(lines: readonly DemandRow[]): QueuedDocument {
  const { customerNo, subject, rank, queuedAt, warehouse, choices } = lines[0] as DemandRow;
  const warehouses = choices.length === 0 ? [warehouse] : choices;
  return { customerNo, subject, rank, queuedAt, backorderWarehouse: warehouse, warehouses, lines };
}

/** Every balance that these lines may be filled from. */
export function* balanceKeysOf(
  customerNo: string,
  warehouses: readonly string[],
  lines: Iterable<{ itemNo: string; status: string }>,
): Generator<StockKey> {
  for (const { itemNo, status } of lines) {
    for (const warehouse of warehouses) yield { customerNo, itemNo, warehouse, status };
  }
}

export const documentKeyText = ({ customerNo, subject }: DocumentKey): string => `${customerNo}\n${subject}`;

/** What happens to the stock: who is to be looked for. */
export interface StockImpact {
  /** Of these more will be available. */
  readonly increased: readonly StockKey[];
  /** These units will be lost by those who hold them. */
  readonly losses?: readonly StockLoss[];
}

/** The documents that a change of the stock concerns, locked: who waits for it, and who may lose it. */
export class BackorderQueue {
  readonly #tx: Tx;
  readonly #except: ReadonlySet<string>;
  /** Demands by document, as they stand under its lock. */
  readonly #known = new Map<string, readonly DemandRow[]>();

  private constructor(tx: Tx, except: ReadonlySet<string>) {
    this.#tx = tx;
    this.#except = except;
  }

  /**
   * Locks the documents that are concerned; `except` (by `documentText`) are not looked for. Call it before the
   * balances are locked, and `complete` afterwards.
   */
  static async lock(tx: Tx, impact: StockImpact, except: ReadonlySet<string> = new Set()): Promise<BackorderQueue> {
    const queue = new BackorderQueue(tx, except);
    await queue.#learn(impact);
    return queue;
  }

  /** Those who wait, in the order of the queue: rank, time of acceptance. */
  waiting(): QueuedDocument[] {
    return this.#inState('waiting');
  }

  /** Those who are reserved and not yet in work, in the order of the queue. */
  reserved(): QueuedDocument[] {
    return this.#inState('reserved');
  }

  /** Those in work, in the order of the queue. */
  inWork(): QueuedDocument[] {
    return this.#inState('in_work');
  }

  #inState(state: DemandState): QueuedDocument[] {
    return sortByQueueOrder([...this.#known.values()].filter((rows) => rows[0]?.state === state).map(queuedDocumentOf));
  }

  /** Every balance that they may be filled from. */
  keys(): StockKey[] {
    return [...this.#known.values()].flatMap(balancesOf);
  }

  /**
   * Looks again under the locks of the balances; whoever came since is locked, with the balances that it needs. Answers
   * whether anybody came.
   */
  async lockNewcomers(balances: BalanceSession, impact: StockImpact): Promise<boolean> {
    const newcomers = await this.#learn(impact);
    await balances.lockMore(newcomers.flatMap(balancesOf));
    return newcomers.length > 0;
  }

  async #learn({ increased, losses = [] }: StockImpact): Promise<(readonly DemandRow[])[]> {
    const holders = this.#unknown(await findReservationHolders(this.#tx, losses));
    // What they give back elsewhere rises.
    const freed = await readDemands(this.#tx, holders);
    const found = [...holders, ...this.#unknown(await findWaitingDocuments(this.#tx, [...increased, ...freed]))];
    if (found.length === 0) return [];
    for (const owner of owners) await owner.lock(this.#tx, found);
    const demands = Map.groupBy(await readDemands(this.#tx, found), documentKeyText);
    for (const document of found) {
      const text = documentKeyText(document);
      this.#known.set(text, demands.get(text) ?? []);
    }
    return [...demands.values()];
  }

  #unknown(documents: readonly DocumentKey[]): DocumentKey[] {
    return documents.filter((document) => {
      const text = documentKeyText(document);
      return !this.#except.has(text) && !this.#known.has(text);
    });
  }
}

/** The balances that a document's demand may touch: where it is, and where it may be. */
function balancesOf(rows: readonly DemandRow[]): StockKey[] {
  if (rows.length === 0) return [];
  const { customerNo, warehouses, lines } = queuedDocumentOf(rows);
  return [...rows, ...balanceKeysOf(customerNo, warehouses, lines)];
}

/** Lower ranks first, then who was accepted first. */
export function sortByQueueOrder<D extends Pick<QueuedDocument, 'rank' | 'queuedAt' | 'subject'>>(
  documents: readonly D[],
): D[] {
  return documents.toSorted(
    (a, b) => a.rank - b.rank || Temporal.Instant.compare(a.queuedAt, b.queuedAt) || (a.subject < b.subject ? -1 : 1),
  );
}

/** The first of `warehouses` that holds enough of every line, or undefined. */
export function findWarehouse(
  balances: BalanceSession,
  customerNo: string,
  warehouses: readonly string[],
  lines: readonly { itemNo: string; status: string; quantity: number }[],
): string | undefined {
  return warehouses.find((warehouse) =>
    lines.every(
      ({ itemNo, status, quantity }) => balances.available({ customerNo, itemNo, warehouse, status }) >= quantity,
    ),
  );
}

/** Gives what is available to these, in their order, whole documents only: who cannot be filled is passed over. */
export function allocateBackorders(balances: BalanceSession, queue: readonly QueuedDocument[]): FilledDemand[] {
  const filled: FilledDemand[] = [];
  for (const { customerNo, subject, backorderWarehouse, warehouses, lines } of queue) {
    const warehouse = findWarehouse(balances, customerNo, warehouses, lines);
    if (warehouse === undefined) continue;
    for (const { itemNo, status, quantity } of lines) {
      balances.change({ customerNo, itemNo, warehouse: backorderWarehouse, status }, { backOrdered: -quantity });
      balances.change({ customerNo, itemNo, warehouse, status }, { reserved: quantity });
    }
    filled.push({ customerNo, subject, warehouse });
  }
  return filled;
}

/** Keeps that these are reserved now, and tells their owners. */
export async function notifyFilled(tx: Tx, filled: readonly FilledDemand[]): Promise<void> {
  if (filled.length === 0) return;
  await markReserved(tx, filled);
  for (const owner of owners) await owner.backorderFilled(tx, filled);
}
