/** Compares every order of a ledger with GetDetails and GetPackages. */
import type { Caller, Json } from '../caller.ts';
import type { Report } from '../report.ts';
import type { CustomerLedger, LedgerOrder, Line } from './ledger.ts';

/** The parts of an order's response that stock depends on. */
export interface ShownOrder {
  readonly order: LedgerOrder;
  readonly state: 'reserved' | 'waiting' | 'shipped' | 'canceled';
}

const shippedStatuses = new Set(['SHIPPED', 'IN TRANSIT', 'DELIVERED', 'RETURNED', 'DELIVERED TO SHIPPER', 'DAMAGED']);
const openStatuses = new Set(['RECEIVED', 'ON WINERY REQUESTED HOLD', 'PROCESSING ORDER', 'READY TO SHIP']);

const atOnce = 12;
/** Maximum number of existing orders that are sent again. */
const maxRepeats = 150;

export async function checkOrders(caller: Caller, ledger: CustomerLedger, report: Report): Promise<ShownOrder[]> {
  const shown: ShownOrder[] = [];
  const left = ledger.orders.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const order of left) {
        const state = await checkOrder(caller, ledger, order, report);
        if (state !== undefined) shown.push({ order, state });
      }
    }),
  );
  for (const orderNo of ledger.refusedOrderNos) {
    const response = await caller.call('Tracking/GetDetails', { OrderNo: orderNo });
    if (response.status !== 404) report.finding('ledger', 'an order exists whose creation was refused', orderNo);
  }
  const repeats = ledger.orders.filter(({ isCanceled }) => !isCanceled).slice(-maxRepeats);
  for (const order of repeats) {
    const response = await caller.call('SalesOrder/CreateSalesOrder', order.request);
    report.count('checks: creations repeated at the end');
    if (response.status === 200 && response.body === order.reference) continue;
    const detail = `${order.orderNo}: ${order.reference}, answered ${response.status} ${JSON.stringify(response.body)?.slice(0, 300)}`;
    report.finding('ledger', 'a creation repeated at the end did not answer the first reference', detail);
  }
  await checkPackages(caller, ledger, shown, report);
  return shown;
}

async function checkOrder(
  caller: Caller,
  ledger: CustomerLedger,
  order: LedgerOrder,
  report: Report,
): Promise<ShownOrder['state'] | undefined> {
  const response = await caller.call('Tracking/GetDetails', { OrderNo: order.orderNo });
  report.count('checks: orders');
  const finding = (message: string) => {
    const expected = JSON.stringify({ ...order, request: undefined });
    const found = JSON.stringify(response.body)?.slice(0, 700);
    report.finding('ledger', message, `${ledger.customerNo} expected ${expected}, found ${found}`);
    return undefined;
  };
  if (response.status !== 200) return finding('an acknowledged order does not exist');
  const records: Json[] = response.body;
  const live = records.filter(({ Status }) => Status !== 'CANCELED');
  if (order.isCanceled) return live.length === 0 ? 'canceled' : finding('a canceled order is not canceled');
  if (live.length === 0) return finding('an order is canceled without a cancellation');
  const lines = live.flatMap(({ PackageItems }) => PackageItems).map(lineOf);
  if (order.possibleLines !== undefined && sameLines(order.possibleLines, lines)) order.lines = order.possibleLines;
  if (!sameLines(order.lines, lines)) {
    return finding('the items of an order are not those that were acknowledged, or it exists twice');
  }
  const statuses = new Set(live.map(({ Status }) => Status as string));
  if (order.isHeld !== statuses.has('ON WINERY REQUESTED HOLD'))
    return finding("the winery's hold of an order is not as acknowledged");
  if (statuses.has('ON INV HOLD')) {
    return order.lines.some(({ itemNo }) => itemNo.startsWith('SCARCE'))
      ? 'waiting'
      : finding('an order waits for stock that is there');
  }
  if ([...statuses].every((status) => shippedStatuses.has(status))) return 'shipped';
  if ([...statuses].every((status) => openStatuses.has(status))) return 'reserved';
  return finding(`an order has the status ${[...statuses].join(', ')}, which nothing here brings about`);
}

const lineOf = ({ ItemNo, Quantity }: { ItemNo: string; Quantity: string }): Line => ({
  itemNo: ItemNo,
  quantity: Number(Quantity),
});

export function sameLines(expected: readonly Line[], found: readonly Line[]): boolean {
  const sums = new Map<string, number>();
  for (const { itemNo, quantity } of expected) sums.set(itemNo, (sums.get(itemNo) ?? 0) + quantity);
  for (const { itemNo, quantity } of found) sums.set(itemNo, (sums.get(itemNo) ?? 0) - quantity);
  return [...sums.values()].every((difference) => difference === 0);
}

/** Checks that every package belongs to an order of the ledger, and that packages of a shipped order contain its acknowledged lines. */
async function checkPackages(
  caller: Caller,
  ledger: CustomerLedger,
  shown: readonly ShownOrder[],
  report: Report,
): Promise<void> {
  const packed = new Map<string, Line[]>();
  for (let Skip = 0; ; Skip += 2_500) {
    const response = await caller.call('Tracking/GetPackages', { Skip, Top: 2_500 });
    if (response.status !== 200) return report.finding('ledger', `GetPackages was answered with ${response.status}`);
    for (const record of response.body.Packages as Json[]) {
      if (record.Status === 'CANCELED') continue;
      const lines = packed.get(record.OrderNumber) ?? [];
      lines.push(...record.PackageItems.map(lineOf));
      packed.set(record.OrderNumber, lines);
    }
    if (!response.body.MoreRecords) break;
  }
  const known = new Set(ledger.orders.map(({ orderNo }) => orderNo));
  for (const orderNo of packed.keys()) {
    if (!known.has(orderNo))
      report.finding('ledger', 'there is a package of an order that was not acknowledged', orderNo);
  }
  for (const { order, state } of shown) {
    if (state !== 'shipped') continue;
    report.count('checks: shipped orders against their packages');
    if (sameLines(order.lines, packed.get(order.orderNo) ?? [])) continue;
    report.finding('ledger', 'the packages of a shipped order do not hold what was ordered', order.orderNo);
  }
}
