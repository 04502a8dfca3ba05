/** Reads during the load: every response must have an expected status, and the quantities of GetStatus must agree. */
import { unexpected, type Worker } from './worker.ts';

export async function workOnReads(worker: Worker): Promise<void> {
  const { caller, ledger, random, report } = worker;
  const order = ledger.orders.length > 0 ? random.pick(ledger.orders) : undefined;
  const reads: readonly (readonly [string, object, readonly number[]])[] = [
    ['Inventory/GetStatus', { IncludeUnavailableItems: true }, [200]],
    ['Inventory/GetSellable', {}, [200]],
    ['SalesOrder/GetOrdersOnHold', {}, [200, 404]],
    ['SalesOrder/GetReturns', { Top: 50 }, [200]],
    ['Tracking/GetPackages', { Top: 50 }, [200]],
    [
      'Inventory/GetTransactions',
      {
        TransactionStartDateTime: '2020-01-01T00:00:00Z',
        TransactionTypes: ['Sales order', 'Purchase Order'],
        Top: 50,
      },
      [200, 404],
    ],
    ...(order === undefined ? [] : [['Tracking/GetDetails', { OrderNo: order.orderNo }, [200]] as const]),
  ];
  const [name, body, allowed] = random.pick(reads);
  const response = await caller.call(name, body);
  report.count('reads');
  if (!allowed.includes(response.status)) return unexpected(worker, name, response);
  for (const row of name === 'Inventory/GetStatus' ? response.body.WarehouseInventoryStatuses : []) {
    const { OnHandQuantity: onHand, ReservedQuantity: reserved, AvailableQuantity: available } = row;
    if (reserved > onHand || available !== onHand - reserved || onHand < 0) {
      report.finding('load', 'GetStatus shows quantities that contradict each other', JSON.stringify(row));
    }
  }
}
