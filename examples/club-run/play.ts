/**
 * Runs the club run against a service: items, inbound stock, the orders in their sequence, time, and at the end the reads
 * whose responses are checked. Changes only the given customer's data.
 *
 * Orders are sent one after the other: a repeat must follow the response to its first transmission.
 */
import type { ClubRun, SalesOrderBody } from './samples.ts';
import type { ApiResponse, Service } from './service.ts';

export interface SentOrder {
  /** From 1, the line of club-run.jsonl. */
  readonly line: number;
  readonly body: SalesOrderBody;
  readonly response: ApiResponse;
}

/** The checked fields of GetDetails. */
export interface TrackingRecord {
  readonly OrderNumber: string;
  readonly TrackingNo: string;
  readonly Status: string;
  readonly StatusDescription: string;
  readonly PackageItems: readonly { readonly ItemNo: string; readonly Quantity: string }[];
}

export interface StockRow {
  readonly ItemNo: string;
  readonly OnHandQuantity: number;
  readonly ReservedQuantity: number;
  readonly AvailableQuantity: number;
  readonly BackOrderQuantity: number;
  readonly OpenPOQuantity: number;
}

export interface TransactionRow {
  readonly ItemNo: string;
  readonly TransactionType: string;
  readonly Reference: string;
  readonly Quantity: number;
}

export interface Played {
  readonly run: ClubRun;
  readonly sent: readonly SentOrder[];
  readonly sendingMs: number;
  /** By order number. */
  readonly tracking: ReadonlyMap<string, readonly TrackingRecord[]>;
  readonly stock: readonly StockRow[];
  readonly transactions: readonly TransactionRow[];
}

export const requestor = { FirstName: 'Club', LastName: 'Run', EmailAddress: 'club@winery.example' };
const week = 7 * 24 * 60 * 60;
/** The clock is advanced by at most this many weeks. */
const maxWeeks = 60;
const pageSize = 500;
const readers = 4;

export async function playClubRun(
  service: Service,
  run: ClubRun,
  logProgress: (progress: string) => void,
): Promise<Played> {
  await supplyStock(service, run, logProgress);
  const startedAt = performance.now();
  const sent = await sendOrders(service, run, logProgress);
  const sendingMs = performance.now() - startedAt;
  const accepted = sent.filter(({ response }) => response.status === 200).map(({ body }) => body);
  await passTime(service, accepted, logProgress);
  logProgress('reading every order, the stock and its transactions');
  return {
    run,
    sent,
    sendingMs,
    tracking: await trackOrders(service, [...new Set(accepted.map(({ OrderInfo }) => OrderInfo.OrderNo))]),
    stock: await readPages<StockRow>(service, 'Inventory/GetStatus', 'WarehouseInventoryStatuses', {
      IncludeUnavailableItems: true,
    }),
    transactions: await readPages<TransactionRow>(service, 'Inventory/GetTransactions', 'InventoryTransactions', {
      TransactionStartDateTime: '2000-01-01T00:00:00Z',
      TransactionTypes: ['Purchase Order', 'Sales order'],
    }),
  };
}

/** Creates the items and receives the purchase order; on a second run both exist already. */
async function supplyStock(service: Service, run: ClubRun, logProgress: (progress: string) => void): Promise<void> {
  logProgress(`creating ${run.skus.length} items`);
  for (const SKUInfo of run.skus) await service.must('SKU/CreateSKU', { RequestorInfo: requestor, SKUInfo });
  await service.must('InventoryMovement/CreatePurchaseOrder', run.purchaseOrder, 201);
  const { CustomerReferenceNo } = run.purchaseOrder.OrderInfo;
  const received = await service.call('Simulation/ReceivePurchaseOrder', { CustomerReferenceNo });
  if (received.status === 403) logProgress(`purchase order ${CustomerReferenceNo} had been received before`);
  else if (received.status === 200) logProgress(`purchase order ${CustomerReferenceNo} has been received`);
  else throw new Error(`Simulation/ReceivePurchaseOrder returned ${received.status}: ${JSON.stringify(received.body)}`);
}

export async function sendOrders(
  service: Service,
  run: ClubRun,
  logProgress: (progress: string) => void,
): Promise<SentOrder[]> {
  logProgress(`sending ${run.orders.length} orders`);
  const sent: SentOrder[] = [];
  for (const [index, body] of run.orders.entries()) {
    sent.push({ line: index + 1, body, response: await service.call('SalesOrder/CreateSalesOrder', body) });
  }
  return sent;
}

/** Advances the customer's clock by weeks, past the last ship date and until a week without events. */
async function passTime(
  service: Service,
  accepted: readonly SalesOrderBody[],
  logProgress: (progress: string) => void,
): Promise<void> {
  const lastShipDate = Math.max(0, ...accepted.map(shipDateMs));
  for (let weeks = 1; weeks <= maxWeeks; weeks += 1) {
    const { Now, Events } = await service.must<{ Now: string; Events: number }>('Simulation/AdvanceClock', {
      Seconds: week,
    });
    logProgress(`it is ${Now}: ${Events} events in a week`);
    if (Events === 0 && Date.parse(Now) > lastShipDate + week * 1000) return;
  }
}

/** The requested ship date as milliseconds of its midnight in UTC, which is precise enough to compare weeks; 0 without one. */
export function shipDateMs({ ShipmentInfo }: SalesOrderBody): number {
  const [month, day, year] = (ShipmentInfo?.RequestedShipmentDate ?? '').split('/').map(Number);
  return month && day && year ? Date.UTC(year, month - 1, day) : 0;
}

export async function trackOrders(
  service: Service,
  orderNos: readonly string[],
): Promise<Map<string, TrackingRecord[]>> {
  const tracking = new Map<string, TrackingRecord[]>();
  const left = orderNos.values();
  const read = async (): Promise<void> => {
    for (const OrderNo of left) {
      tracking.set(OrderNo, await service.must<TrackingRecord[]>('Tracking/GetDetails', { OrderNo }));
    }
  };
  await Promise.all(Array.from({ length: readers }, read));
  return tracking;
}

export async function readPages<Row>(
  service: Service,
  operation: string,
  list: string,
  filter: object,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await service.must<Record<string, unknown>>(operation, {
      ...filter,
      Skip: rows.length,
      Top: pageSize,
    });
    const found = page[list] as Row[];
    rows.push(...found);
    if (page.MoreRecords !== true || found.length === 0) return rows;
  }
}
