/** Creates, updates and cancels sales orders, singly and in batches, and repeats some requests that already got a response. */
import { type ApiResponse, UnknownOutcome } from '../caller.ts';
import type { LedgerOrder, Line } from '../ledger/ledger.ts';
import { plentyItems, scarceItems, warehouses } from './catalog.ts';
import { createInBatch } from './order-batch.ts';
import { unexpected, type Worker } from './worker.ts';

export interface OrderPlan {
  readonly orderNo: string;
  readonly warehouse: string;
  readonly lines: readonly Line[];
  readonly isHeld: boolean;
  readonly hasTransmissionId: boolean;
  readonly request: object;
}

/** Creates one order or a batch, then changes it. */
export async function workOnOrders(worker: Worker, number: number): Promise<void> {
  const { random } = worker;
  if (random.chance(0.2)) {
    // Large batches are written in several parts, some of which may fail.
    const size = random.chance(0.05) ? random.integer(130, 260) : random.integer(2, 12);
    const plans = Array.from({ length: size }, (_, i) => planOrder(worker, `${number}-${i}`));
    const created = await createInBatch(worker, plans);
    for (const order of created.slice(0, 2)) await changeOrder(worker, order);
    return;
  }
  const plan = planOrder(worker, String(number));
  const order = await createOrder(worker, plan);
  if (order !== undefined) await changeOrder(worker, order);
}

export function planOrder({ name, random }: Worker, number: string): OrderPlan {
  const orderNo = `${name}-${number}`;
  const warehouse = random.pick(warehouses);
  const wantsScarce = random.chance(0.3);
  const lines = planLines(random, wantsScarce);
  // A backordered order shows its inventory hold before any other, so only orders with reserved stock are held here.
  const isHeld = !wantsScarce && random.chance(0.15);
  const hasTransmissionId = random.chance(0.5);
  const request = {
    OrderInfo: {
      OrderNo: orderNo,
      OrderType: random.pick(['CLUB', 'RETAIL']),
      ...(hasTransmissionId ? { TransmissionId: `T-${orderNo}` } : {}),
      ...(isHeld ? { HoldOrder: true } : {}),
    },
    RecipientContactInfo: {
      FirstName: 'Sample',
      LastName: `Recipient ${number}`,
      Address: '100 Main St',
      City: 'Denver',
      State: 'CO',
      ZipCode: '80202',
    },
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: warehouse },
    ItemsInfo: itemsInfo(lines),
  };
  return { orderNo, warehouse, lines, isHeld, hasTransmissionId, request };
}

function planLines(random: Worker['random'], wantsScarce: boolean): Line[] {
  const items = [...plentyItems].filter(() => random.chance(0.5));
  if (items.length === 0) items.push(random.pick(plentyItems));
  const lines: Line[] = items.map((itemNo) => ({ itemNo, quantity: random.integer(1, 5) }));
  if (wantsScarce) lines.push({ itemNo: random.pick(scarceItems), quantity: random.integer(1, 4) });
  return lines;
}

const itemsInfo = (lines: readonly Line[]) =>
  lines.map(({ itemNo, quantity }) => ({ ItemNo: itemNo, ItemQuantity: quantity }));

async function createOrder(worker: Worker, plan: OrderPlan): Promise<LedgerOrder | undefined> {
  const { caller, random, report } = worker;
  const key = random.chance(0.5) ? caller.newKey() : undefined;
  const options = key === undefined ? {} : { key };
  const response = await caller.call('SalesOrder/CreateSalesOrder', plan.request, options);
  if (response.status !== 200) {
    unexpected(worker, 'SalesOrder/CreateSalesOrder', response);
    worker.ledger.refusedOrderNos.push(plan.orderNo);
    return undefined;
  }
  const isProtected = key !== undefined || plan.hasTransmissionId;
  const order = acknowledge(worker, plan, response.body, response.wasAbandoned && !isProtected);
  if (random.chance(0.15)) {
    const repeated = await caller.call('SalesOrder/CreateSalesOrder', plan.request, options);
    report.count('creations repeated although answered');
    expectSameReference(worker, order, repeated);
  }
  return order;
}

/** Adds an acknowledged order to the ledger. */
export function acknowledge(worker: Worker, plan: OrderPlan, reference: string, isFinal: boolean): LedgerOrder {
  worker.ledger.addReference(reference, `order ${plan.orderNo}`);
  worker.report.count('orders acknowledged');
  const { orderNo, request, warehouse, lines, isHeld } = plan;
  const order: LedgerOrder = { orderNo, request, warehouse, reference, lines, isHeld, isCanceled: false, isFinal };
  worker.ledger.orders.push(order);
  return order;
}

export function expectSameReference(worker: Worker, order: LedgerOrder, response: ApiResponse): void {
  if (response.status === 200 && response.body === order.reference) return;
  worker.report.finding(
    'ledger',
    'a creation that was sent again did not answer the first reference',
    `${order.orderNo} has ${order.reference}, answered ${response.status} ${JSON.stringify(response.body)?.slice(0, 300)}`,
  );
}

async function changeOrder(worker: Worker, order: LedgerOrder): Promise<void> {
  const { random } = worker;
  if (order.isFinal) return;
  if (order.isHeld && random.chance(0.3)) await releaseHold(worker, order);
  if (random.chance(0.35)) await updateItems(worker, order);
  if (!order.isFinal && random.chance(0.25)) await cancelOrder(worker, order);
}

async function releaseHold(worker: Worker, order: LedgerOrder): Promise<void> {
  const { caller } = worker;
  const body = { TransactionReferenceNumber: order.reference, OrderInfo: { OrderNo: order.orderNo, HoldOrder: false } };
  const response = await caller.callOnceUnderKey('SalesOrder/UpdateSalesOrder', body);
  if (response.status !== 200) return unexpected(worker, 'SalesOrder/UpdateSalesOrder (release)', response);
  order.isHeld = false;
  worker.report.count('holds released');
}

async function updateItems(worker: Worker, order: LedgerOrder): Promise<void> {
  const { caller, random, report } = worker;
  const lines = planLines(random, !order.isHeld && random.chance(0.3));
  const body = { TransactionReferenceNumber: order.reference, ItemsInfo: itemsInfo(lines) };
  let response: ApiResponse;
  try {
    // Sent once without a key: when the response is lost, the order has the old lines or the new ones.
    const options = random.chance(0.5) ? { key: caller.newKey() } : { isOnce: true };
    response = await caller.call('SalesOrder/UpdateSalesOrder', body, options);
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error;
    order.possibleLines = lines;
    order.isFinal = true;
    report.count('updates whose outcome is looked up');
    return;
  }
  if (response.status === 200) {
    order.lines = lines;
    report.count('updates acknowledged');
  } else if (response.status === 403 && isUnderWay(response)) {
    report.count('updates that came too late');
  } else {
    unexpected(worker, 'SalesOrder/UpdateSalesOrder', response);
  }
}

async function cancelOrder(worker: Worker, order: LedgerOrder): Promise<void> {
  const { caller, random, report } = worker;
  // Without a key, the outcome of a lost response is inferred from the state that the retry is rejected with.
  const key = random.chance(0.5) ? caller.newKey() : undefined;
  const body = random.chance(0.5) ? { TransactionReferenceNumber: order.reference } : { OrderNumber: order.orderNo };
  const response = await caller.call('SalesOrder/CancelSalesOrder', body, key === undefined ? {} : { key });
  const isOwnWork =
    response.status === 403 && response.wasUnknown && key === undefined && stateOf(response) === 'CANCELED';
  if (response.status === 200 || isOwnWork) {
    order.isCanceled = true;
    report.count('cancellations acknowledged');
  } else if (response.status === 403 && isUnderWay(response)) {
    report.count('cancellations that came too late');
  } else {
    unexpected(worker, `SalesOrder/CancelSalesOrder ${key === undefined ? 'without' : 'with'} a key`, response);
  }
}

const stateOf = ({ body }: ApiResponse): string => String(body?.State ?? /CANCELED/.exec(String(body?.Reason)) ?? '');

/** Whether a change was rejected because the warehouse has started work on the order. */
const isUnderWay = (response: ApiResponse): boolean =>
  response.code === 'StateForbids' && stateOf(response) !== 'CANCELED';
