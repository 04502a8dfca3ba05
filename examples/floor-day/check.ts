/** Checks what people did against what the winery and the office see. Each fault is one sentence. */
import { type ClubRunResult, checkClubRun } from '../club-run/check.ts';
import { readPages, type StockRow, type TransactionRow, trackOrders } from '../club-run/play.ts';
import type { Packed } from './pack.ts';
import type { Reply } from './people.ts';
import type { ShippedDay, Shop } from './play.ts';
import type { ReturnedOrder } from './returns.ts';

/** A return to the winery is posted as a return order and then as a transfer out. */
const movingTypes = ['Purchase Order', 'Sales order', 'Return Order', 'Transfer Out'];

/** Checks orders, packages, stock and bins after all orders that may ship have left. */
export async function checkShipped({ shop, sent, packed }: ShippedDay): Promise<ClubRunResult> {
  const { winery, run } = shop;
  const accepted = sent.filter(({ response }) => response.status === 200);
  const result = checkClubRun({
    run,
    sent,
    sendingMs: 0,
    tracking: await trackOrders(winery, [...new Set(accepted.map(({ body }) => body.OrderInfo.OrderNo))]),
    stock: await readStock(shop),
    transactions: await readTransactions(shop, ['Purchase Order', 'Sales order']),
  });
  return { ...result, faults: [...result.faults, ...(await boxFaults(shop, packed)), ...(await stockFaults(shop))] };
}

/** Checks the stock and the returns after the returns. `before` is the stock on hand before them. */
export async function checkReturned(
  shop: Shop,
  before: number,
  returned: readonly ReturnedOrder[],
): Promise<readonly string[]> {
  const faults = await stockFaults(shop);
  const stocked = sum(returned.flatMap((each) => [...each.stocked.values()]));
  const onHand = sum((await readStock(shop)).map((row) => row.OnHandQuantity));
  if (onHand !== before + stocked) faults.push(`${before} on hand and ${stocked} returned, but ${onHand} now`);
  const moved = sum((await readTransactions(shop, movingTypes)).map((row) => row.Quantity));
  if (moved !== onHand) faults.push(`${onHand} on hand, but all transactions make ${moved}`);
  const { ReturnSalesOrderHeaders } = await shop.winery.must<Reply>('SalesOrder/GetReturns', {});
  for (const { rmaNumber } of returned) {
    const found = ReturnSalesOrderHeaders.find((each: Reply) => each.RMANumber === rmaNumber);
    if (found?.ReturnStatus !== 'CLOSED') faults.push(`the winery sees ${rmaNumber} as ${found?.ReturnStatus}`);
  }
  return faults;
}

/** Checks that every box has a package with its tracking number and weight, and that there are no others. */
async function boxFaults({ winery }: Shop, packed: readonly Packed[]): Promise<string[]> {
  const packages = await readPages<Reply>(winery, 'Tracking/GetPackages', 'Packages', {
    LastActivityDateRange: '01/01/2000 00:00:00 -',
  });
  const weights = new Map(
    packages.flatMap((each) => (each.TrackingNo === '' ? [] : [[each.TrackingNo, Number(each.GrossWeight)]])),
  );
  const boxes = packed.flatMap((order) => order.boxes);
  return [
    ...boxes
      .filter(({ trackingNumber, weightLb }) => weights.get(trackingNumber) !== weightLb)
      .map((box) => `box ${box.trackingNumber} weighs ${box.weightLb}, its package ${weights.get(box.trackingNumber)}`),
    ...(weights.size === boxes.length ? [] : [`${boxes.length} boxes were packed, there are ${weights.size} packages`]),
  ];
}

/** Checks for each item that the winery and the office see the same units on hand, and that they equal the units in bins and unplaced. */
async function stockFaults(shop: Shop): Promise<string[]> {
  const { admin, warehouse: Warehouse, customerNo } = shop;
  const own = (rows: Reply[]): Reply[] => rows.filter((row) => row.CustomerNo === customerNo);
  const balances = await admin('Inventory/List', { Customers: [customerNo], Top: 200 });
  const locations = await admin('Locations/List', { Warehouses: [Warehouse], Top: 200 });
  const unplaced = await admin('Bins/ListUnplaced', { Warehouse });
  const contents = own(locations.Records.flatMap((each: Reply) => each.Contents));
  const seen = new Map<string, [winery: number, office: number, placed: number]>();
  const add = (itemNo: string, column: 0 | 1 | 2, units: number) => {
    const row = seen.get(itemNo) ?? [0, 0, 0];
    row[column] += units;
    seen.set(itemNo, row);
  };
  for (const row of await readStock(shop)) add(row.ItemNo, 0, row.OnHandQuantity);
  for (const row of balances.Records) add(row.ItemNo, 1, row.OnHand);
  for (const row of contents) add(row.ItemNo, 2, row.Quantity);
  for (const row of own(unplaced.Records)) add(row.ItemNo, 2, row.Unplaced);
  return [...seen]
    .filter(([, [winery, office, placed]]) => winery !== office || office !== placed)
    .map(
      ([itemNo, [winery, office, placed]]) =>
        `item ${itemNo}: ${winery} on hand for the winery, ${office} for the office, ${placed} placed`,
    );
}

const readStock = ({ winery }: Shop): Promise<StockRow[]> =>
  readPages<StockRow>(winery, 'Inventory/GetStatus', 'WarehouseInventoryStatuses', { IncludeUnavailableItems: true });

const readTransactions = ({ winery }: Shop, TransactionTypes: readonly string[]): Promise<TransactionRow[]> =>
  readPages<TransactionRow>(winery, 'Inventory/GetTransactions', 'InventoryTransactions', {
    TransactionStartDateTime: '2000-01-01T00:00:00Z',
    TransactionTypes,
  });

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
