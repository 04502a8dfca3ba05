/**
 * The ledger's postings: reserve, expect, receive, start, ship, release (decisions 10 and 12).
 *
 * Each works on sets and runs a fixed number of statements. Locks: the caller has locked its own documents; these
 * functions lock the waiting documents that arriving stock may fill, then the balances, each group sorted.
 */
import type { Tx } from '../platform/db/db.ts';
import { BalanceBook, type BalanceDelta } from './balance-store.ts';
import {
  addReceived,
  type DemandRow,
  type DocumentKey,
  deleteDemands,
  deleteExpectations,
  insertDemands,
  insertExpectations,
  readDemands,
  readExpectations,
  reduceDemands,
} from './demand-store.ts';
import { appendMovements } from './movement-store.ts';
import type { Arrival, Demand, DemandOutcome, Expectation, FilledDemand, Posting, StockKey } from './stock.ts';
import { documentText, findWarehouse, keysOf, tellFilled, WaitingQueue, walkQueue } from './waiting-queue.ts';

const places = (demand: Demand): readonly string[] =>
  'named' in demand.warehouse ? [demand.warehouse.named] : demand.warehouse.choices;

const placesOf = (demand: Demand): Iterable<StockKey> => keysOf(demand.customerNo, places(demand), demand.lines);

/**
 * Reserves each demand whole at one warehouse, or lets it wait at the first that it may use. Demands are served in the
 * order given: call with them in the order of acceptance. One outcome each, in that order.
 */
export async function reserveDemands(tx: Tx, demands: readonly Demand[]): Promise<DemandOutcome[]> {
  if (demands.length === 0) return [];
  const book = await BalanceBook.lock(
    tx,
    demands.flatMap((demand) => [...placesOf(demand)]),
  );
  const { outcomes, rows } = await decideDemands(book, demands);
  await book.write();
  insertDemands(tx, rows);
  return outcomes as DemandOutcome[];
}

/** Balances as they stand, or as they are remembered, for whoever will decide on these demands; for `reserveLate`. */
export const glanceAtStock = (tx: Tx, keys: Iterable<StockKey>): Promise<BalanceBook> => BalanceBook.glance(tx, keys);

/**
 * `reserveDemands`, but where `glance` shows plenty for every demand nothing is locked yet: `reserve` changes the
 * balances, and is to be called when all else has been sent, so that others wait for them as short as possible. What
 * others have taken meanwhile makes the transaction run again, and that time it locks first (decision 16).
 */
export async function reserveLate(
  tx: Tx,
  demands: readonly Demand[],
  glance: BalanceBook | undefined,
): Promise<{ readonly outcomes: DemandOutcome[]; readonly reserve: () => Promise<void> }> {
  let book = tx.mayGuess ? glance : undefined;
  while (book !== undefined) {
    const guess = guessDemands(book, demands);
    if (guess !== undefined) {
      insertDemands(tx, guess.rows);
      return { outcomes: guess.outcomes, reserve: guess.reserve };
    }
    book = book.isRecalled ? await book.glanceAgain() : undefined;
  }
  return { outcomes: await reserveDemands(tx, demands), reserve: async () => undefined };
}

/** What was only glanced at decides where there is plenty; memory only where there is plenty at the first choice. */
function guessDemands(book: BalanceBook, demands: readonly Demand[]) {
  const rows: DemandRow[] = [];
  const outcomes = demands.map((demand) => decideDemand(book, demand, rows));
  const isCertain = outcomes.every(
    ({ state, warehouse }, index) =>
      state === 'reserved' && (!book.isRecalled || warehouse === places(demands[index] as Demand)[0]),
  );
  return isCertain && book.isPlenty ? { outcomes, rows, reserve: () => book.write() } : undefined;
}

/** Decides on the locked balances. Before a document waits for stock that has no balance yet, it looks once more. */
async function decideDemands(
  book: BalanceBook,
  demands: readonly (Demand | undefined)[],
): Promise<{ outcomes: (DemandOutcome | undefined)[]; rows: DemandRow[] }> {
  const undo = book.mark();
  for (;;) {
    const rows: DemandRow[] = [];
    const outcomes = demands.map((demand) => demand && decideDemand(book, demand, rows));
    const waiting = demands.filter((_, index) => outcomes[index]?.state === 'waiting');
    const looked = waiting.flatMap((demand) => (demand === undefined ? [] : [...placesOf(demand)]));
    if (!(await book.appeared(looked))) return { outcomes, rows };
    undo();
  }
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

/** What an expectation changes of its balance. */
const inbound = ({ inTransit }: Pick<Expectation, 'inTransit'>, quantity: number): Partial<BalanceDelta> => ({
  expected: quantity,
  ...(inTransit ? { inTransit: quantity } : {}),
});

/** Stock is to arrive: it counts as inbound until it is received or the document is dropped. */
export async function expectStock(tx: Tx, expectations: readonly Expectation[]): Promise<void> {
  const book = await BalanceBook.lock(tx, expectations);
  for (const expectation of expectations) book.change(expectation, inbound(expectation, expectation.ordered));
  await book.write();
  await insertExpectations(tx, expectations);
}

/** The documents no longer announce anything (cancelled or closed); what had not arrived stops counting. */
export async function dropExpectations(tx: Tx, documents: readonly DocumentKey[]): Promise<void> {
  const rows = await readExpectations(tx, documents);
  const book = await BalanceBook.lock(tx, rows);
  for (const row of rows) book.change(row, inbound(row, -Math.max(0, row.ordered - row.received)));
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
  const rising = postings.filter((posting) => posting.quantity > 0);
  const queue = await WaitingQueue.lock(tx, { rising });
  const expected = await readExpectations(tx, [
    ...new Map(arrivals.flatMap((a) => (a.line === undefined ? [] : [[a.posting.subject, a.posting]]))).values(),
  ]);
  const book = await BalanceBook.lock(tx, [...postings, ...expected, ...queue.keys()]);
  await book.bringStock(rising);
  await queue.complete(book, { rising });
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
    book.change(row, inbound(row, after - before));
    const earlier = counted.get(id);
    if (earlier) earlier.quantity += posting.quantity;
    else {
      const receipt = { customerNo: posting.customerNo, subject: posting.subject, line, quantity: posting.quantity };
      counted.set(id, receipt);
      receipts.push(receipt);
    }
  }
  const filled = walkQueue(book, queue.waiting());
  await book.write();
  await addReceived(tx, receipts);
  appendMovements(tx, postings);
  await tellFilled(tx, filled);
  return filled;
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
  const own = new Set(documents.map(documentText));
  const freed = mine.filter((row) => row.state !== 'waiting');
  const queue = await WaitingQueue.lock(tx, { rising: freed }, own);
  const book = await BalanceBook.lock(tx, [
    ...mine,
    ...queue.keys(),
    ...changes.flatMap(({ demand }) => (demand === undefined ? [] : [...placesOf(demand)])),
  ]);
  await queue.complete(book, { rising: freed });
  for (const row of mine) {
    book.change(row, row.state === 'waiting' ? { backOrdered: -row.quantity } : { reserved: -row.quantity });
  }
  const { outcomes, rows } = await decideDemands(
    book,
    changes.map(({ demand }) => demand),
  );
  const filled = walkQueue(book, queue.waiting());
  await book.write();
  await deleteDemands(tx, documents);
  insertDemands(tx, rows);
  await tellFilled(tx, filled);
  return { outcomes, filled };
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
