/** Allocates stock to lines and documents (decision 12): at which warehouse, from which statuses. Runs no statement. */
import {
  canDrawSeveralStatuses,
  type FilledDemandWithRows,
  type QueuedDocument,
  toDemandRows,
} from './backorder-queue.ts';
import type { BalanceSession } from './balance-store.ts';
import {
  acceptableInventoryStatusesOf,
  type DemandLine,
  type LinesElsewhere,
  type Shortage,
  type StockKey,
} from './stock.ts';

/** What a document demands, and the warehouses that may ship it, best first. */
export interface AllocatableLines {
  readonly customerNo: string;
  readonly warehouses: readonly string[];
  readonly lines: readonly DemandLine[];
  /** Set when it was picked short. */
  readonly elsewhere?: LinesElsewhere | undefined;
}

/** The lines that a warehouse has to fill: all units, or what is left of them where the document was picked short. */
export const linesToReserveAt = (
  { lines, elsewhere }: Pick<AllocatableLines, 'lines' | 'elsewhere'>,
  warehouse: string,
): readonly DemandLine[] => (elsewhere === undefined || warehouse === elsewhere.shortAt ? lines : elsewhere.lines);

/** A document that any warehouse but `shortAt` may fill waits for all of its units, wherever it is filled then. */
export const linesToBackorder = ({ lines, elsewhere, warehouses }: Omit<AllocatableLines, 'customerNo'>) =>
  elsewhere !== undefined && warehouses.some((warehouse) => warehouse !== elsewhere.shortAt) ? elsewhere.lines : lines;

/** The first warehouse with enough available stock for every line that it has to fill; undefined when none has it. */
export function findWarehouseWithStock(balances: BalanceSession, demanded: AllocatableLines): string | undefined {
  const { customerNo, warehouses } = demanded;
  return warehouses.find((warehouse) =>
    linesToReserveAt(demanded, warehouse).every(
      (line) => computeAvailableUnitsForLine(balances, customerNo, warehouse, line) >= line.quantity,
    ),
  );
}

/**
 * Chooses the warehouse at which a document is backordered: the first candidate whose stock and expected receipts cover it;
 * else the first that expects an item of which it is short; else the first with stock of an item; else the first. So the
 * backorder and its hold name a warehouse that the customer uses, not an empty one nearby (decision 12).
 */
export function chooseBackorderWarehouse(
  balances: BalanceSession,
  customerNo: string,
  warehouses: readonly string[],
  lines: readonly DemandLine[],
): string {
  const first = warehouses[0] as string;
  if (warehouses.length === 1) return first;
  const balanceOf = (warehouse: string, { itemNo }: DemandLine, status: string): StockKey => ({
    customerNo,
    itemNo,
    warehouse,
    status,
  });
  const sumOf = (warehouse: string, line: DemandLine, quantity: (key: StockKey) => number) =>
    acceptableInventoryStatusesOf(line).reduce((sum, status) => sum + quantity(balanceOf(warehouse, line, status)), 0);
  const expected = (warehouse: string, line: DemandLine) => sumOf(warehouse, line, (key) => balances.expected(key));
  const missing = (warehouse: string, line: DemandLine) =>
    line.quantity - computeAvailableUnitsForLine(balances, customerNo, warehouse, line);
  const preferences: readonly ((warehouse: string) => boolean)[] = [
    (warehouse) => lines.every((line) => missing(warehouse, line) <= expected(warehouse, line)),
    (warehouse) => lines.some((line) => missing(warehouse, line) > 0 && expected(warehouse, line) > 0),
    (warehouse) => lines.some((line) => sumOf(warehouse, line, (key) => balances.onHand(key)) > 0),
  ];
  for (const isPreferred of preferences) {
    const found = warehouses.find(isPreferred);
    if (found !== undefined) return found;
  }
  return first;
}

/** Available units at a warehouse in all statuses that may fill the line. */
export function computeAvailableUnitsForLine(
  balances: BalanceSession,
  customerNo: string,
  warehouse: string,
  line: Pick<DemandLine, 'itemNo' | 'status' | 'statuses'>,
): number {
  const { itemNo } = line;
  let sum = 0;
  for (const status of acceptableInventoryStatusesOf(line)) {
    sum += Math.max(0, balances.available({ customerNo, itemNo, warehouse, status }));
  }
  return sum;
}

/** Reserves a line at a warehouse that has enough of it, best status first. Returns the parts by status. */
export function reserveLineByStatus(
  balances: BalanceSession,
  customerNo: string,
  warehouse: string,
  line: DemandLine,
): readonly DemandLine[] {
  const { itemNo, statuses } = line;
  if (statuses === undefined) {
    balances.change({ customerNo, itemNo, warehouse, status: line.status }, { reserved: line.quantity });
    return [line];
  }
  let missing = line.quantity;
  return statuses.flatMap((status) => {
    const key = { customerNo, itemNo, warehouse, status };
    const quantity = Math.min(missing, Math.max(0, balances.available(key)));
    if (quantity === 0) return [];
    missing -= quantity;
    balances.change(key, { reserved: quantity });
    return [{ itemNo, status, statuses, quantity }];
  });
}

/** Allocates available stock to documents in the order given, complete documents only; skips those that cannot be filled. */
export function allocateBackorders(balances: BalanceSession, queue: readonly QueuedDocument[]): FilledDemandWithRows[] {
  const filled: FilledDemandWithRows[] = [];
  for (const document of queue) {
    const { customerNo, subject, backorderWarehouse, backorderedLines } = document;
    const warehouse = findWarehouseWithStock(balances, document);
    if (warehouse === undefined) continue;
    for (const { itemNo, status, quantity } of backorderedLines) {
      balances.change({ customerNo, itemNo, warehouse: backorderWarehouse, status }, { backOrdered: -quantity });
    }
    const lines = linesToReserveAt(document, warehouse);
    const drawn = lines.flatMap((line) => reserveLineByStatus(balances, customerNo, warehouse, line));
    const isElsewhere = lines === document.elsewhere?.lines;
    const rows =
      isElsewhere || canDrawSeveralStatuses(document)
        ? toDemandRows(document, drawn, { state: 'reserved', warehouse })
        : undefined;
    filled.push({ customerNo, subject, warehouse, isElsewhere, ...(rows === undefined ? {} : { rows }) });
  }
  return filled;
}

/** The lines that the warehouse cannot fill, with the units that are available there. */
export const computeShortages = (
  balances: BalanceSession,
  customerNo: string,
  warehouse: string,
  lines: readonly DemandLine[],
): Shortage[] =>
  lines.flatMap((line) => {
    const available = computeAvailableUnitsForLine(balances, customerNo, warehouse, line);
    return available < line.quantity ? [{ ...line, warehouse, available }] : [];
  });
