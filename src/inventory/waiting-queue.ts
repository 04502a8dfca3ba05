/**
 * The queue of those who wait for stock (decision 12): who could be filled, locked, walked in order, told.
 *
 * Found without locks, then the documents are locked, then the balances; then it is looked again, because a document may
 * have begun to wait in between. Whoever wants stock decides under the locks of the balances that it may be filled
 * from, so after that second look nobody can be missing.
 */
import type { Tx } from '../platform/db/db.ts';
import type { BalanceBook } from './balance-store.ts';
import {
  type DemandRow,
  type DemandState,
  type DocumentKey,
  findHolders,
  findWaiting,
  type Losing,
  markReserved,
  readDemands,
} from './demand-store.ts';
import type { FallenDemand, FilledDemand, ShortPick, StockKey } from './stock.ts';

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
  filled(tx: Tx, filled: readonly FilledDemand[]): Promise<void>;
  /**
   * Told of documents whose work had not begun and whose reserved stock has disappeared (decision 10): they have
   * given everything back, keep their place in the queue and wait at `warehouse`. They are locked. The owner puts its
   * document in the state of one that waits for stock, and says why in its log.
   */
  fellBack(tx: Tx, fallen: readonly FallenDemand[]): Promise<void>;
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
export interface Waiting {
  readonly customerNo: string;
  readonly subject: string;
  readonly rank: number;
  readonly queuedAt: Temporal.Instant;
  /** Where it counts as back order. */
  readonly waitsAt: string;
  /** Where it may be filled, best first. */
  readonly warehouses: readonly string[];
  readonly lines: readonly DemandRow[];
}

/** A document as the rows of its demand tell. At least one row. */
export function waitingOf(lines: readonly DemandRow[]): Waiting {
  const { customerNo, subject, rank, queuedAt, warehouse, choices } = lines[0] as DemandRow;
  const warehouses = choices.length === 0 ? [warehouse] : choices;
  return { customerNo, subject, rank, queuedAt, waitsAt: warehouse, warehouses, lines };
}

/** Every balance that these lines may be filled from. */
export function* keysOf(
  customerNo: string,
  warehouses: readonly string[],
  lines: Iterable<{ itemNo: string; status: string }>,
): Generator<StockKey> {
  for (const { itemNo, status } of lines) {
    for (const warehouse of warehouses) yield { customerNo, itemNo, warehouse, status };
  }
}

export const documentText = ({ customerNo, subject }: DocumentKey): string => `${customerNo}\n${subject}`;

/** What happens to the stock: who is to be looked for. */
export interface Concern {
  /** Of these more will be available. */
  readonly rising: readonly StockKey[];
  /** These units will be lost by those who hold them. */
  readonly losing?: readonly Losing[];
}

/** The documents that a change of the stock concerns, locked: who waits for it, and who may lose it. */
export class WaitingQueue {
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
  static async lock(tx: Tx, concern: Concern, except: ReadonlySet<string> = new Set()): Promise<WaitingQueue> {
    const queue = new WaitingQueue(tx, except);
    await queue.#learn(concern);
    return queue;
  }

  /** Those who wait, in the order of the queue: rank, time of acceptance. */
  waiting(): Waiting[] {
    return this.#inState('waiting');
  }

  /** Those who are reserved and not yet in work, in the order of the queue. */
  reserved(): Waiting[] {
    return this.#inState('reserved');
  }

  /** Those in work, in the order of the queue. */
  inWork(): Waiting[] {
    return this.#inState('in_work');
  }

  #inState(state: DemandState): Waiting[] {
    return inQueueOrder([...this.#known.values()].filter((rows) => rows[0]?.state === state).map(waitingOf));
  }

  /** Every balance that they may be filled from. */
  keys(): StockKey[] {
    return [...this.#known.values()].flatMap(balancesOf);
  }

  /**
   * Looks again under the locks of the balances; whoever came since is locked, with the balances that it needs. Answers
   * whether anybody came.
   */
  async complete(book: BalanceBook, concern: Concern): Promise<boolean> {
    const late = await this.#learn(concern);
    await book.add(late.flatMap(balancesOf));
    return late.length > 0;
  }

  async #learn({ rising, losing = [] }: Concern): Promise<(readonly DemandRow[])[]> {
    const holders = this.#unknown(await findHolders(this.#tx, losing));
    // What they give back elsewhere rises.
    const freed = await readDemands(this.#tx, holders);
    const found = [...holders, ...this.#unknown(await findWaiting(this.#tx, [...rising, ...freed]))];
    if (found.length === 0) return [];
    for (const owner of owners) await owner.lock(this.#tx, found);
    const demands = Map.groupBy(await readDemands(this.#tx, found), documentText);
    for (const document of found) {
      const text = documentText(document);
      this.#known.set(text, demands.get(text) ?? []);
    }
    return [...demands.values()];
  }

  #unknown(documents: readonly DocumentKey[]): DocumentKey[] {
    return documents.filter((document) => {
      const text = documentText(document);
      return !this.#except.has(text) && !this.#known.has(text);
    });
  }
}

/** The balances that a document's demand may touch: where it is, and where it may be. */
function balancesOf(rows: readonly DemandRow[]): StockKey[] {
  if (rows.length === 0) return [];
  const { customerNo, warehouses, lines } = waitingOf(rows);
  return [...rows, ...keysOf(customerNo, warehouses, lines)];
}

/** Lower ranks first, then who was accepted first. */
export function inQueueOrder<D extends Pick<Waiting, 'rank' | 'queuedAt' | 'subject'>>(documents: readonly D[]): D[] {
  return documents.toSorted(
    (a, b) => a.rank - b.rank || Temporal.Instant.compare(a.queuedAt, b.queuedAt) || (a.subject < b.subject ? -1 : 1),
  );
}

/** The first of `warehouses` that holds enough of every line, or undefined. */
export function findWarehouse(
  book: BalanceBook,
  customerNo: string,
  warehouses: readonly string[],
  lines: readonly { itemNo: string; status: string; quantity: number }[],
): string | undefined {
  return warehouses.find((warehouse) =>
    lines.every(
      ({ itemNo, status, quantity }) => book.available({ customerNo, itemNo, warehouse, status }) >= quantity,
    ),
  );
}

/** Gives what is available to these, in their order, whole documents only: who cannot be filled is passed over. */
export function walkQueue(book: BalanceBook, queue: readonly Waiting[]): FilledDemand[] {
  const filled: FilledDemand[] = [];
  for (const { customerNo, subject, waitsAt, warehouses, lines } of queue) {
    const warehouse = findWarehouse(book, customerNo, warehouses, lines);
    if (warehouse === undefined) continue;
    for (const { itemNo, status, quantity } of lines) {
      book.change({ customerNo, itemNo, warehouse: waitsAt, status }, { backOrdered: -quantity });
      book.change({ customerNo, itemNo, warehouse, status }, { reserved: quantity });
    }
    filled.push({ customerNo, subject, warehouse });
  }
  return filled;
}

/** Keeps that these are reserved now, and tells their owners. */
export async function tellFilled(tx: Tx, filled: readonly FilledDemand[]): Promise<void> {
  if (filled.length === 0) return;
  await markReserved(tx, filled);
  for (const owner of owners) await owner.filled(tx, filled);
}
