/**
 * The ledger's postings: reserve, expect, receive, start, ship, release (decisions 10 and 12).
 *
 * Each works on sets and runs a fixed number of statements. Locks: the caller has locked its own documents; these
 * functions lock the waiting documents that arriving stock may fill, then the balances, each group sorted.
 */
import type { Tx } from '../platform/db/db.ts';
import { BalanceBook } from './balance-store.ts';
import {
  addReceived,
  type DemandRow,
  type DocumentKey,
  deleteDemands,
  deleteExpectations,
  findWaiting,
  insertDemands,
  insertExpectations,
  markReserved,
  readDemands,
  readExpectations,
  reduceDemands,
} from './demand-store.ts';
import { appendMovements } from './movement-store.ts';
import type { Arrival, Demand, DemandOutcome, Expectation, FilledDemand, Posting, StockKey } from './stock.ts';

/** A slice whose documents wait in the queue: what must happen to them when they are filled, in the same transaction. */
export interface DemandOwner {
  /** Locks these of its documents, sorted, before any balance is locked. Documents of others are passed over. */
  lock(tx: Tx, documents: readonly DocumentKey[]): Promise<void>;
  /** Told of documents that are now reserved. Documents of others are passed over. */
  filled(tx: Tx, filled: readonly FilledDemand[]): Promise<void>;
}

const owners: DemandOwner[] = [];

/** Called for each slice when the parts are wired together; nothing here imports upward. Again is the same as once. */
export function registerDemandOwner(owner: DemandOwner): void {
  if (!owners.includes(owner)) owners.push(owner);
}

const places = (demand: Demand): readonly string[] =>
  'named' in demand.warehouse ? [demand.warehouse.named] : demand.warehouse.choices;

function* keysOf(
  customerNo: string,
  warehouses: readonly string[],
  lines: Iterable<{ itemNo: string; status: string }>,
) {
  for (const { itemNo, status } of lines) {
    for (const warehouse of warehouses) yield { customerNo, itemNo, warehouse, status };
  }
}

/** The first of `warehouses` that holds enough of every line, or undefined. */
function findWarehouse(
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

/**
 * Reserves each demand whole at one warehouse, or lets it wait at the first that it may use. Demands are served in the
 * order given: call with them in the order of acceptance. One outcome each, in that order.
 */
export async function reserveDemands(tx: Tx, demands: readonly Demand[]): Promise<DemandOutcome[]> {
  if (demands.length === 0) return [];
  const keys = demands.flatMap((d) => [...keysOf(d.customerNo, places(d), d.lines)]);
  const book = await BalanceBook.lock(tx, keys);
  const rows: DemandRow[] = [];
  const outcomes = demands.map((demand) => decideDemand(book, demand, rows));
  await book.write();
  await insertDemands(tx, rows);
  return outcomes;
}

/** Decides one demand on the locked balances, changes them, and adds the rows that stand for it. */
function decideDemand(book: BalanceBook, demand: Demand, rows: DemandRow[]): DemandOutcome {
  const { customerNo, lines } = demand;
  const found = findWarehouse(book, customerNo, places(demand), lines);
  const warehouse = found ?? (places(demand)[0] as string);
  const shortages =
    found !== undefined
      ? []
      : lines.flatMap((line) => {
          const available = Math.max(0, book.available({ customerNo, warehouse, ...line }));
          return available < line.quantity ? [{ ...line, warehouse, available }] : [];
        });
  for (const { itemNo, status, quantity } of lines) {
    const key = { customerNo, itemNo, warehouse, status };
    book.change(key, found === undefined ? { backOrdered: quantity } : { reserved: quantity });
    rows.push({
      ...key,
      subject: demand.subject,
      choices: 'named' in demand.warehouse ? [] : demand.warehouse.choices,
      quantity,
      state: found === undefined ? 'waiting' : 'reserved',
      rank: demand.rank,
      queuedAt: demand.queuedAt,
    });
  }
  return found === undefined ? { state: 'waiting', warehouse, shortages } : { state: 'reserved', warehouse };
}

/** Stock is to arrive: it counts as inbound until it is received or the document is dropped. */
export async function expectStock(tx: Tx, expectations: readonly Expectation[]): Promise<void> {
  const book = await BalanceBook.lock(tx, expectations);
  for (const expectation of expectations) book.change(expectation, { expected: expectation.ordered });
  await book.write();
  await insertExpectations(tx, expectations);
}

/** The documents no longer announce anything (cancelled or closed); what had not arrived stops counting. */
export async function dropExpectations(tx: Tx, documents: readonly DocumentKey[]): Promise<void> {
  const rows = await readExpectations(tx, documents);
  const book = await BalanceBook.lock(tx, rows);
  for (const row of rows) book.change(row, { expected: -Math.max(0, row.ordered - row.received) });
  await book.write();
  await deleteExpectations(tx, documents);
}

/**
 * Posts stock that has arrived, counts it against what was expected, and gives it to those who wait: in the order of
 * the queue, whole documents only; who cannot be filled is passed over and keeps its place (decision 12). Answers the
 * documents that were filled; their owners have been told.
 */
export async function receiveStock(tx: Tx, arrivals: readonly Arrival[]): Promise<FilledDemand[]> {
  const postings = arrivals.map((a) => a.posting);
  const queue = await lockWaiting(tx, postings);
  const expected = await readExpectations(tx, [
    ...new Map(arrivals.flatMap((a) => (a.line === undefined ? [] : [[a.posting.subject, a.posting]]))).values(),
  ]);
  const book = await BalanceBook.lock(tx, [...postings, ...expected, ...queue.flatMap((d) => [...d.keys()])]);
  for (const posting of postings) book.change(posting, { onHand: posting.quantity });

  const open = new Map(expected.map((row) => [`${row.customerNo}\n${row.subject}\n${row.line}`, { ...row }]));
  const receipts: { customerNo: string; subject: string; line: number; quantity: number }[] = [];
  const counted = new Map<string, (typeof receipts)[number]>();
  for (const { posting, line } of arrivals) {
    if (line === undefined) continue;
    const id = `${posting.customerNo}\n${posting.subject}\n${line}`;
    const row = open.get(id);
    if (row === undefined) throw new Error(`nothing is expected on line ${line} of ${posting.subject}`);
    const before = Math.max(0, row.ordered - row.received);
    const after = Math.max(0, row.ordered - row.received - posting.quantity);
    open.set(id, { ...row, received: row.received + posting.quantity });
    // What was expected stood under the ordered status, in whatever status it arrived.
    book.change(row, { expected: after - before });
    const earlier = counted.get(id);
    if (earlier) earlier.quantity += posting.quantity;
    else {
      const receipt = { customerNo: posting.customerNo, subject: posting.subject, line, quantity: posting.quantity };
      counted.set(id, receipt);
      receipts.push(receipt);
    }
  }
  const filled = walkQueue(book, queue);
  await book.write();
  await addReceived(tx, receipts);
  appendMovements(tx, postings);
  return await tellOwners(tx, filled);
}

/** Gives back what these documents had reserved or wanted, and lets those who wait have it. */
export async function releaseDemands(tx: Tx, documents: readonly DocumentKey[]): Promise<FilledDemand[]> {
  const { filled } = await replaceDemands(
    tx,
    documents.map((document) => ({ document, demand: undefined })),
  );
  return filled;
}

/** A document that wants something else from now on, or nothing. */
export interface DemandChange {
  readonly document: DocumentKey;
  readonly demand: Demand | undefined;
}

/**
 * Gives back what the documents had and reserves what they want now, under one lock: nobody can take in between what is
 * kept. A document that cannot be reserved whole gives all back and waits (decision 12). What is left over goes to
 * those who wait. `outcomes` has one entry per change, undefined where nothing is wanted any more.
 */
export async function replaceDemands(
  tx: Tx,
  changes: readonly DemandChange[],
): Promise<{ outcomes: (DemandOutcome | undefined)[]; filled: FilledDemand[] }> {
  const documents = changes.map((change) => change.document);
  const mine = await readDemands(tx, documents);
  const own = new Set(documents.map((document) => `${document.customerNo}\n${document.subject}`));
  const freed = mine.filter((row) => row.state !== 'waiting');
  const queue = await lockWaiting(tx, freed, own);
  const wanted = changes.flatMap(({ demand }) => (demand === undefined ? [] : [demand]));
  const book = await BalanceBook.lock(tx, [
    ...mine,
    ...queue.flatMap((d) => [...d.keys()]),
    ...wanted.flatMap((d) => [...keysOf(d.customerNo, places(d), d.lines)]),
  ]);
  for (const row of mine) {
    book.change(row, row.state === 'waiting' ? { backOrdered: -row.quantity } : { reserved: -row.quantity });
  }
  const rows: DemandRow[] = [];
  const outcomes = changes.map(({ demand }) => (demand === undefined ? undefined : decideDemand(book, demand, rows)));
  const filled = walkQueue(book, queue);
  await book.write();
  await deleteDemands(tx, documents);
  await insertDemands(tx, rows);
  return { outcomes, filled: await tellOwners(tx, filled) };
}

/**
 * Posts shipments of work that was started: on hand, reserved and the documents' demands fall together. Quantities are
 * negative. Fails loudly when more leaves than is in work.
 */
export async function shipDemands(tx: Tx, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return;
  const book = await BalanceBook.lock(tx, postings);
  const shipped = new Map<
    string,
    { customerNo: string; subject: string; itemNo: string; status: string; quantity: number }
  >();
  for (const posting of postings) {
    book.change(posting, { onHand: posting.quantity, reserved: posting.quantity });
    const id = `${posting.customerNo}\n${posting.subject}\n${posting.itemNo}\n${posting.status}`;
    const earlier = shipped.get(id);
    if (earlier) earlier.quantity -= posting.quantity;
    else shipped.set(id, { ...posting, quantity: -posting.quantity });
  }
  await book.write();
  await reduceDemands(tx, [...shipped.values()]);
  appendMovements(tx, postings);
}

/** A document in the queue. */
interface Waiting {
  readonly customerNo: string;
  readonly subject: string;
  readonly waitsAt: string;
  readonly warehouses: readonly string[];
  readonly lines: readonly DemandRow[];
  keys(): Iterable<StockKey>;
}

/**
 * Those who could be filled from this stock, locked, in the order of the queue; `except` names documents that are not
 * looked for. Found without locks, then their documents are locked, then their demands are read again.
 */
async function lockWaiting(tx: Tx, stock: readonly StockKey[], except?: ReadonlySet<string>): Promise<Waiting[]> {
  const found = (await findWaiting(tx, stock)).filter((d) => !except?.has(`${d.customerNo}\n${d.subject}`));
  if (found.length === 0) return [];
  for (const owner of owners) await owner.lock(tx, found);
  const byDocument = Map.groupBy(
    (await readDemands(tx, found)).filter((row) => row.state === 'waiting'),
    (row) => `${row.customerNo}\n${row.subject}`,
  );
  return [...byDocument.values()].map((lines) => {
    const { customerNo, subject, warehouse, choices } = lines[0] as DemandRow;
    const warehouses = choices.length === 0 ? [warehouse] : choices;
    return {
      customerNo,
      subject,
      waitsAt: warehouse,
      warehouses,
      lines,
      keys: () => keysOf(customerNo, warehouses, lines),
    };
  });
}

function walkQueue(book: BalanceBook, queue: readonly Waiting[]): FilledDemand[] {
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

async function tellOwners(tx: Tx, filled: FilledDemand[]): Promise<FilledDemand[]> {
  if (filled.length === 0) return filled;
  await markReserved(tx, filled);
  for (const owner of owners) await owner.filled(tx, filled);
  return filled;
}
