/** Computes the expected GetStatus from a ledger and compares it exactly, for each item, warehouse and status. */
import type { Caller, Json } from '../caller.ts';
import type { Report } from '../report.ts';
import type { ShownOrder } from './check-orders.ts';
import { type CustomerLedger, goodStatus, stockKey } from './ledger.ts';

interface Quantities {
  onHand: number;
  reserved: number;
  backOrdered: number;
  openPurchases: number;
}

const returnedStatus = 'RTGD-NO-TX';

export async function checkStock(
  caller: Caller,
  ledger: CustomerLedger,
  shown: readonly ShownOrder[],
  report: Report,
  isLast: boolean,
): Promise<void> {
  const movements = await readMovements(caller, report);
  const closedReturns = await readClosedReturns(caller, report);
  for (const { rmaNumber } of isLast ? ledger.returns : []) {
    if (!closedReturns.has(rmaNumber)) {
      report.finding('ledger', 'a return is not closed although six weeks have passed', rmaNumber);
    }
  }
  const expected = expectedQuantities(ledger, shown, movements, closedReturns, report);
  const moved = new Map<string, number>();
  for (const { ItemNo, Warehouse, InventoryStatus, Quantity } of movements) {
    const key = stockKey(ItemNo, Warehouse, InventoryStatus);
    moved.set(key, (moved.get(key) ?? 0) + Quantity);
  }
  const found = await readStatus(caller, report);
  for (const key of new Set([...expected.keys(), ...found.keys(), ...moved.keys()])) {
    report.count('checks: balances');
    const is = found.get(key) ?? none();
    const wanted = expected.get(key) ?? none();
    const uncertain = ledger.uncertain.get(key);
    if (uncertain !== undefined && is.onHand === wanted.onHand + uncertain) wanted.onHand += uncertain;
    for (const quantity of ['onHand', 'reserved', 'backOrdered', 'openPurchases'] as const) {
      if (is[quantity] === wanted[quantity]) continue;
      const detail = `${ledger.customerNo} ${key}: ${is[quantity]}, by the ledger ${wanted[quantity]}`;
      report.finding('ledger', `${quantity} is not what the acknowledged changes add up to`, detail);
    }
    if (is.onHand !== (moved.get(key) ?? 0)) {
      report.finding('ledger', 'the movements do not add up to what is on hand', `${ledger.customerNo} ${key}`);
    }
  }
}

const none = (): Quantities => ({ onHand: 0, reserved: 0, backOrdered: 0, openPurchases: 0 });

async function readStatus(caller: Caller, report: Report): Promise<Map<string, Quantities>> {
  const found = new Map<string, Quantities>();
  for (let Skip = 0; ; Skip += 2_500) {
    const { status, body } = await caller.call('Inventory/GetStatus', {
      IncludeUnavailableItems: true,
      Skip,
      Top: 2_500,
    });
    if (status !== 200) report.finding('ledger', `GetStatus was answered with ${status}`);
    for (const row of (body.WarehouseInventoryStatuses ?? []) as Json[]) {
      const key = stockKey(row.ItemNo, row.InventoryWarehouse, row.InventoryStatus);
      if (found.has(key)) report.finding('ledger', 'GetStatus shows a balance twice', key);
      if (row.AvailableQuantity !== row.OnHandQuantity - row.ReservedQuantity) {
        report.finding('ledger', 'Available is not on hand less reserved', JSON.stringify(row));
      }
      found.set(key, {
        onHand: row.OnHandQuantity,
        reserved: row.ReservedQuantity,
        backOrdered: row.BackOrderQuantity,
        openPurchases: row.OpenPOQuantity,
      });
    }
    if (body.MoreRecords !== true) return found;
  }
}

const transactionTypes = [
  'Purchase Order',
  'Transfer In',
  'Transfer Out',
  'Production Line',
  'Inventory Adjustment',
  'Inventory Status Change',
  'Sales order',
  'Return Order',
];

async function readMovements(caller: Caller, report: Report): Promise<Json[]> {
  const movements: Json[] = [];
  for (let Skip = 0; ; Skip += 2_500) {
    const body = {
      TransactionStartDateTime: '2020-01-01T00:00:00Z',
      TransactionTypes: transactionTypes,
      Skip,
      Top: 2_500,
    };
    const response = await caller.call('Inventory/GetTransactions', body);
    if (response.status !== 200) {
      report.finding('ledger', `GetTransactions was answered with ${response.status}`, JSON.stringify(response.body));
      return movements;
    }
    movements.push(...response.body.InventoryTransactions);
    if (!response.body.MoreRecords) return movements;
  }
}

/** The closed returns by number. */
async function readClosedReturns(caller: Caller, report: Report): Promise<Map<string, Json>> {
  const closed = new Map<string, Json>();
  for (let Skip = 0; ; Skip += 2_500) {
    const { status, body } = await caller.call('SalesOrder/GetReturns', { Skip, Top: 2_500 });
    if (status !== 200) report.finding('ledger', `GetReturns was answered with ${status}`);
    for (const header of (body.ReturnSalesOrderHeaders ?? []) as Json[]) {
      if (header.ReturnStatus === 'CLOSED') closed.set(header.RMANumber, header);
    }
    if (body.MoreRecords !== true) return closed;
  }
}

function expectedQuantities(
  ledger: CustomerLedger,
  shown: readonly ShownOrder[],
  movements: readonly Json[],
  closedReturns: ReadonlyMap<string, Json>,
  report: Report,
): Map<string, Quantities> {
  const expected = new Map<string, Quantities>();
  const add = (key: string, quantity: keyof Quantities, units: number) => {
    const at = expected.get(key) ?? none();
    at[quantity] += units;
    expected.set(key, at);
  };
  for (const [key, units] of ledger.posted) add(key, 'onHand', units);
  for (const { order, state } of shown) {
    for (const { itemNo, quantity } of order.lines) {
      const key = stockKey(itemNo, order.warehouse, goodStatus);
      if (state === 'shipped') add(key, 'onHand', -quantity);
      if (state === 'reserved') add(key, 'reserved', quantity);
      if (state === 'waiting') add(key, 'backOrdered', quantity);
    }
  }
  for (const order of ledger.purchaseOrders) {
    for (const { itemNo, quantity } of order.isCanceled ? [] : order.lines) {
      const open = Math.max(0, quantity - (order.received.get(itemNo) ?? 0));
      add(stockKey(itemNo, order.warehouse, order.status), 'openPurchases', open);
    }
  }
  const moved = new Map<string, number>();
  for (const { Reference, TransactionType, Quantity } of movements) {
    const key = `${Reference} ${TransactionType}`;
    moved.set(key, (moved.get(key) ?? 0) + Quantity);
  }
  for (const transfer of ledger.transfers) {
    const units = transfer.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const [out, back] = ['Transfer Out', 'Transfer In'].map(
      (type) => moved.get(`${transfer.customerReferenceNo} ${type}`) ?? 0,
    );
    const isPossible = transfer.isCanceled
      ? out === 0 && back === 0
      : (out === -units || out === 0) && (back === 0 || back === -(out ?? 0));
    if (!isPossible) {
      const detail = `${transfer.customerReferenceNo}: ${units} units, out ${out}, in ${back}`;
      report.finding('ledger', 'a transfer moved something else than was acknowledged', detail);
    }
    if (transfer.isCanceled) continue;
    for (const { itemNo, quantity } of transfer.lines) {
      add(
        stockKey(itemNo, transfer.from, goodStatus),
        out === 0 ? 'reserved' : 'onHand',
        out === 0 ? quantity : -quantity,
      );
      if (back !== 0) add(stockKey(itemNo, transfer.to, goodStatus), 'onHand', quantity);
    }
  }
  for (const { rmaNumber, disposition, lines } of ledger.returns) {
    const header = closedReturns.get(rmaNumber);
    if (header === undefined) continue;
    report.count('checks: returns that came back');
    if (disposition !== 'Return to Inventory') continue;
    for (const { itemNo, quantity } of lines) {
      add(stockKey(itemNo, header.ReturnWarehouse, returnedStatus), 'onHand', quantity);
    }
  }
  return expected;
}
