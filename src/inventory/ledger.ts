/**
 * The ledger's functions for documents: reserve, receive, ship, release (decisions 10 and 12).
 *
 * Each takes a batch and runs a fixed number of statements. Locks: the caller has locked its own documents; these functions lock
 * the backordered documents that the stock may fill, then the balances, each group sorted.
 */
import { sumByKey } from '../lib/sum-by-key.ts';
import type { Tx } from '../platform/db/db.ts';
import {
  allocateBackorders,
  chooseBackorderWarehouse,
  computeShortages,
  findWarehouseWithStock,
  linesToBackorder,
  linesToReserveAt,
  reserveLineByStatus,
} from './allocation.ts';
import { BackorderQueue, balanceKeysOfLines, formatDocumentKey, recordFilledBackorders } from './backorder-queue.ts';
import { BalanceSession, type StockBalanceDelta } from './balance-store.ts';
import {
  type DemandRow,
  insertDemands,
  packingColumnsAt,
  packingWarehouseOf,
  readDemands,
  reduceDemands,
  replaceDemandRows,
} from './demand-store.ts';
import {
  addReceivedUnits,
  deleteExpectedReceipts,
  type ExpectedReceiptRow,
  readExpectedReceipts,
} from './expected-receipt-store.ts';
import { appendMovements } from './movement-store.ts';
import {
  acceptableInventoryStatusesOf,
  type Demand,
  type DemandOutcome,
  type DocumentKey,
  demandRanks,
  type ExpectedReceipt,
  type FilledDemand,
  type Posting,
  preferredInventoryStatusOf,
  type StockKey,
  type StockReceipt,
} from './stock.ts';

const candidateWarehouses = (demand: Demand): readonly string[] =>
  'named' in demand.warehouse ? [demand.warehouse.named] : demand.warehouse.choices;

const candidateKeys = (demand: Demand): Iterable<StockKey> =>
  balanceKeysOfLines(demand.customerNo, candidateWarehouses(demand), [
    ...demand.lines,
    ...(demand.elsewhere?.lines ?? []),
  ]);

/**
 * Reserves each demand completely at one warehouse, or backorders it at the warehouse that `chooseBackorderWarehouse`
 * chooses. Demands are allocated in the given sequence, which must be that of their acceptance. Returns one outcome
 * each, in that sequence.
 */
export async function reserveDemands(tx: Tx, demands: readonly Demand[]): Promise<DemandOutcome[]> {
  if (demands.length === 0) return [];
  const balances = await BalanceSession.lockToReserve(
    tx,
    demands.flatMap((demand) => [...candidateKeys(demand)]),
  );
  const rows: DemandRow[] = [];
  const outcomes = demands.map((demand) => decideDemand(balances, demand, rows));
  balances.write();
  insertDemands(tx, rows);
  return outcomes;
}

/** Balances read without locks, from the cache where it has them; for `reserveDemandsOptimistically`. */
export const readBalancesUnlocked = (tx: Tx, keys: Iterable<StockKey>): Promise<BalanceSession> =>
  BalanceSession.readUnlocked(tx, keys);

/**
 * Like `reserveDemands`, but without locks while the unlocked balances have twice the demand: `reserve` updates the balances and
 * is called after all other statements, so that they are locked as briefly as possible. If other transactions took too much
 * meanwhile, the transaction is retried with locks (decision 16).
 */
export async function reserveDemandsOptimistically(
  tx: Tx,
  demands: readonly Demand[],
  unlockedBalances: BalanceSession | undefined,
): Promise<{ readonly outcomes: DemandOutcome[]; readonly reserve: () => void }> {
  let balances = tx.optimistic ? unlockedBalances : undefined;
  while (balances !== undefined) {
    const decision = decideDemandsUnlocked(balances, demands);
    if (decision !== undefined) {
      insertDemands(tx, decision.rows);
      return { outcomes: decision.outcomes, reserve: decision.reserve };
    }
    balances = balances.isFromCache ? await balances.rereadUnlocked() : undefined;
  }
  return { outcomes: await reserveDemands(tx, demands), reserve: () => undefined };
}

/**
 * Decides on unlocked balances; undefined when a demand cannot be reserved, when they have less than twice the demand, or when
 * cached balances would not reserve at the first candidate and in the first status of each line.
 */
function decideDemandsUnlocked(balances: BalanceSession, demands: readonly Demand[]) {
  const rows: DemandRow[] = [];
  const outcomes = demands.map((demand) => decideDemand(balances, demand, rows));
  const isBest = () =>
    outcomes.every(({ warehouse }, index) => warehouse === candidateWarehouses(demands[index] as Demand)[0]) &&
    rows.every((row) => row.status === preferredInventoryStatusOf(row));
  const isCertain = outcomes.every(({ state }) => state === 'reserved') && (!balances.isFromCache || isBest());
  return isCertain && balances.hasTwiceTheDemand ? { outcomes, rows, reserve: () => balances.write() } : undefined;
}

/** Decides one demand, changes the balances, and adds its rows to `rows`. */
function decideDemand(balances: BalanceSession, demand: Demand, rows: DemandRow[]): DemandOutcome {
  const { customerNo } = demand;
  const warehouses = candidateWarehouses(demand);
  const found = findWarehouseWithStock(balances, { ...demand, warehouses });
  const waiting = linesToBackorder({ ...demand, warehouses });
  const warehouse = found ?? chooseBackorderWarehouse(balances, customerNo, warehouses, waiting);
  const lines = found === undefined ? waiting : linesToReserveAt(demand, warehouse);
  const shortages = found !== undefined ? [] : computeShortages(balances, customerNo, warehouse, lines);
  for (const line of lines) {
    const { itemNo, status, quantity } = line;
    if (found === undefined) balances.change({ customerNo, itemNo, warehouse, status }, { backOrdered: quantity });
    for (const part of found === undefined ? [line] : reserveLineByStatus(balances, customerNo, warehouse, line)) {
      rows.push({
        customerNo,
        itemNo,
        warehouse,
        status: part.status,
        statuses: part.statuses,
        subject: demand.subject,
        choices: 'named' in demand.warehouse ? undefined : demand.warehouse.choices,
        quantity: part.quantity,
        state: found === undefined ? 'waiting' : 'reserved',
        rank: demand.rank,
        queuedAt: demand.queuedAt,
      });
    }
  }
  const isElsewhere = lines === demand.elsewhere?.lines;
  return found === undefined
    ? { state: 'waiting', warehouse, isElsewhere, shortages }
    : { state: 'reserved', warehouse, isElsewhere };
}

/** The change of a balance by `quantity` expected units. */
export const computeInboundBalanceDelta = (
  { inTransit }: Pick<ExpectedReceipt, 'inTransit'>,
  quantity: number,
): Partial<StockBalanceDelta> => ({
  expected: quantity,
  ...(inTransit ? { inTransit: quantity } : {}),
});

/** Removes the expectations of documents for which nothing more arrives: all was received, or they are canceled or closed. */
export async function removeExpectedReceipts(tx: Tx, documents: readonly DocumentKey[]): Promise<void> {
  const rows = await readExpectedReceipts(tx, documents);
  const balances = await BalanceSession.lock(tx, rows);
  for (const row of rows)
    balances.change(row, computeInboundBalanceDelta(row, -Math.max(0, row.ordered - row.received)));
  balances.write();
  deleteExpectedReceipts(tx, documents);
}

/**
 * Posts received stock, counts it against its expectations, then fills backorders from all stock that is available now, in queue
 * order, complete documents only; a document that cannot be filled is skipped and keeps its position (decision 12). Returns the filled
 * documents, whose owners have been notified.
 * @param reserveReturned reserves new demands of the rank `returnToCustomer`, for which the stock has come back: after those of
 * that rank that are backordered, and before all others. It runs under the locks of the receipt.
 * @throws Error when a receipt names a line that is not expected
 */
export async function receiveStock(
  tx: Tx,
  stockReceipts: readonly StockReceipt[],
  reserveReturned?: () => Promise<void>,
): Promise<FilledDemand[]> {
  const postings = stockReceipts.map(({ posting }) => posting);
  const increased = postings.filter((posting) => posting.quantity > 0);
  const queue = await BackorderQueue.lock(tx, { increased });
  const expected = await readExpectedReceipts(tx, [
    ...new Map(
      stockReceipts.flatMap(({ line, posting }) => (line === undefined ? [] : [[posting.subject, posting]])),
    ).values(),
  ]);
  const keys = () => [...postings, ...expected, ...queue.keys()];
  const balances = await BalanceSession.lockToReceive(tx, keys(), increased);
  await queue.lockNewcomers(balances, { increased });
  for (const posting of postings) balances.change(posting, { onHand: posting.quantity });

  addReceivedUnits(tx, countExpectedUnits(balances, stockReceipts, expected));
  appendMovements(tx, postings);
  const isFirst = ({ rank }: { readonly rank: number }) =>
    reserveReturned === undefined || rank === demandRanks.returnToCustomer;
  const waiting = queue.waiting();
  const filled = allocateBackorders(balances, waiting.filter(isFirst));
  balances.write();
  if (reserveReturned !== undefined) {
    await reserveReturned();
    // Read again with what was reserved.
    await balances.lockMore(keys());
    filled.push(
      ...allocateBackorders(
        balances,
        waiting.filter((each) => !isFirst(each)),
      ),
    );
    balances.write();
  }
  await recordFilledBackorders(tx, filled);
  return filled;
}

/** Counts received units against their expectations. Returns the units that each expected line received. */
function countExpectedUnits(
  balances: BalanceSession,
  stockReceipts: readonly StockReceipt[],
  expected: readonly ExpectedReceiptRow[],
) {
  const idOf = (subject: DocumentKey, line: number) => `${formatDocumentKey(subject)}\n${line}`;
  const counts = new Map(expected.map((row) => [idOf(row, row.line), { row, units: 0 }]));
  for (const { posting, line } of stockReceipts) {
    if (line === undefined) continue;
    const count = counts.get(idOf(posting, line));
    if (count === undefined) throw new Error(`nothing is expected on line ${line} of ${posting.subject}`);
    const { row, units } = count;
    const before = Math.max(0, row.ordered - row.received - units);
    count.units += posting.quantity;
    const after = Math.max(0, row.ordered - row.received - count.units);
    // The expectation is counted in the ordered status, whatever the received one.
    balances.change(row, computeInboundBalanceDelta(row, after - before));
  }
  return [...counts.values()]
    .filter(({ units }) => units > 0)
    .map(({ row: { customerNo, subject, line }, units }) => ({ customerNo, subject, line, received: units }));
}

/** Removes the documents' demands and allocates the released stock to backorders. Returns the filled documents. */
export async function removeDemands(tx: Tx, documents: readonly DocumentKey[]): Promise<FilledDemand[]> {
  const { filled } = await replaceDemands(
    tx,
    documents.map((document) => ({ document, demand: undefined })),
  );
  return filled;
}

/** A document's new demand, with the rank of its present one; undefined removes it. */
interface DemandChange {
  readonly document: DocumentKey;
  readonly demand: Demand | undefined;
}

/**
 * Releases the documents' demands and reserves the new ones under the same locks, so no other transaction can take the stock in
 * between. A document that cannot be reserved completely is backordered (decision 12). Remaining stock is allocated to
 * backorders. A packed document stays packed where its boxes are. `outcomes` has one entry per change, undefined where there is no new demand.
 */
export async function replaceDemands(
  tx: Tx,
  changes: readonly DemandChange[],
): Promise<{ outcomes: (DemandOutcome | undefined)[]; filled: FilledDemand[] }> {
  const documents = changes.map((change) => change.document);
  const ownRows = await readDemands(tx, documents);
  const ownDocuments = new Set(documents.map(formatDocumentKey));
  const freed = ownRows.filter((row) => row.state !== 'waiting');
  const queue = await BackorderQueue.lock(tx, { increased: freed }, ownDocuments);
  const requested = changes.flatMap(({ demand }) => (demand === undefined ? [] : [...candidateKeys(demand)]));
  const keys = [...ownRows, ...queue.keys(), ...requested];
  const balances = await (requested.length === 0
    ? BalanceSession.lock(tx, keys)
    : BalanceSession.lockToReserve(tx, keys));
  await queue.lockNewcomers(balances, { increased: freed });
  for (const row of ownRows) {
    balances.change(row, row.state === 'waiting' ? { backOrdered: -row.quantity } : { reserved: -row.quantity });
  }
  const rows: DemandRow[] = [];
  const rankOf = new Map(ownRows.map((row) => [formatDocumentKey(row), row.rank as Demand['rank']]));
  const outcomes = changes.map(
    ({ demand }) =>
      demand && decideDemand(balances, { ...demand, rank: rankOf.get(formatDocumentKey(demand)) ?? demand.rank }, rows),
  );
  const filled = allocateBackorders(balances, queue.waiting());
  balances.write();
  const packedAt = new Map(ownRows.map((row) => [formatDocumentKey(row), packingWarehouseOf(row)]));
  replaceDemandRows(
    tx,
    documents,
    rows.map((row) => ({ ...row, ...packingColumnsAt(row.warehouse, packedAt.get(formatDocumentKey(row))) })),
  );
  await recordFilledBackorders(tx, filled);
  return { outcomes, filled };
}

/**
 * Posts shipments of documents in work: reduces on hand, reserved and the documents' demands. Quantities are negative. A line that
 * draws several statuses is posted in these statuses, though its posting names only the first of its statuses.
 * @throws Error when more is shipped than is in work
 */
export async function shipDemands(tx: Tx, shipments: readonly Posting[]): Promise<void> {
  if (shipments.length === 0) return;
  const postings = inDrawnStatuses(shipments, await readDemands(tx, shipments));
  const balances = await BalanceSession.lock(tx, postings);
  for (const posting of postings) {
    balances.change(posting, { onHand: posting.quantity, reserved: posting.quantity });
  }
  const shipped = sumByKey(
    postings,
    ({ customerNo, subject, itemNo, status }) => `${customerNo}\n${subject}\n${itemNo}\n${status}`,
    ({ quantity }) => -quantity,
  );
  balances.write();
  await reduceDemands(
    tx,
    shipped.map(({ first, sum }) => ({ ...first, quantity: sum })),
  );
  appendMovements(tx, postings);
}

/** Splits the posting of a line that draws several statuses into one posting per status. Other postings are unchanged. */
function inDrawnStatuses(postings: readonly Posting[], rows: readonly DemandRow[]): Posting[] {
  const drawn = Map.groupBy(
    rows.filter(({ statuses }) => statuses !== undefined),
    (row) => `${formatDocumentKey(row)}\n${row.itemNo}\n${preferredInventoryStatusOf(row)}`,
  );
  return postings.flatMap((posting) => {
    const parts = drawn.get(`${formatDocumentKey(posting)}\n${posting.itemNo}\n${posting.status}`);
    if (parts === undefined) return [posting];
    let missing = -posting.quantity;
    const split = parts
      .toSorted(
        (a, b) =>
          acceptableInventoryStatusesOf(a).indexOf(a.status) - acceptableInventoryStatusesOf(b).indexOf(b.status),
      )
      .flatMap(({ status, quantity }) => {
        const units = Math.min(missing, quantity);
        missing -= units;
        return units === 0 ? [] : [{ ...posting, status, quantity: -units }];
      });
    if (missing > 0) throw new Error(`${missing} more units of ${posting.itemNo} are shipped than are in work`);
    return split;
  });
}
