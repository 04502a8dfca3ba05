/** All stock changes except orders: deliveries, adjustments, status changes, counts, production, transfers, items. */
import { UnknownOutcome } from '../caller.ts';
import { goodStatus, type LedgerPurchaseOrder, stockKey } from '../ledger/ledger.ts';
import {
  countedItem,
  plentyItems,
  purchaseOrderRequest,
  scarceItems,
  setItem,
  skuRequest,
  warehouses,
} from './catalog.ts';
import { unexpected, type Worker } from './worker.ts';

const damagedStatus = 'DMGD-NO-TX';

export async function workOnStock(worker: Worker, number: number): Promise<void> {
  const steps = [receive, receive, adjust, changeStatus, count, produce, transfer, createItem];
  await worker.random.pick(steps)(worker, number);
}

/** Sends a change with an idempotency key, without which a retry of these operations is not idempotent; records its reference. */
async function posted(
  worker: Worker,
  name: string,
  body: object,
): Promise<{ body: Record<string, unknown> } | undefined> {
  const response = await worker.caller.callOnceUnderKey(name, body);
  if (response.status !== 200) {
    unexpected(worker, name, response);
    return undefined;
  }
  worker.ledger.addReference(response.body.TransactionReferenceNumber, `${name} ${worker.caller.newKey()}`);
  worker.report.count('stock changes acknowledged');
  return response;
}

async function receive(worker: Worker, number: number): Promise<void> {
  const { caller, ledger, random, report } = worker;
  const customerReferenceNo = `${worker.name}-PO-${number}`;
  const warehouse = random.pick(warehouses);
  const lines = [random.pick(scarceItems), random.pick(plentyItems)].map((itemNo) => ({
    itemNo,
    quantity: random.integer(5, 40),
  }));
  const name = 'InventoryMovement/CreatePurchaseOrder';
  const key = random.chance(0.5) ? { key: caller.newKey() } : {};
  const request = purchaseOrderRequest(customerReferenceNo, warehouse, goodStatus, lines);
  const response = await caller.call(name, request, key);
  if (response.status !== 201) return unexpected(worker, name, response);
  ledger.addReference(response.body, `purchase order ${customerReferenceNo}`);
  const order: LedgerPurchaseOrder = {
    customerReferenceNo,
    warehouse,
    status: goodStatus,
    lines,
    received: new Map(),
    isCanceled: false,
  };
  ledger.purchaseOrders.push(order);
  if (random.chance(0.15)) return cancelPurchaseOrder(worker, order);
  const parts = random.integer(1, 2);
  for (let part = 0; part < parts; part += 1) {
    const arrived = lines.map(({ itemNo, quantity }) => ({
      itemNo,
      quantity: Math.max(1, Math.floor(quantity / 2)),
      status: random.chance(0.1) ? damagedStatus : goodStatus,
    }));
    const done = await posted(worker, 'Simulation/ReceivePurchaseOrder', {
      CustomerReferenceNo: customerReferenceNo,
      Lines: arrived.map(({ itemNo, quantity, status }) => ({
        ItemNo: itemNo,
        ItemQuantity: quantity,
        InventoryStatusCode: status,
      })),
    });
    if (done === undefined) return;
    for (const { itemNo, quantity, status } of arrived) {
      ledger.post(itemNo, warehouse, status, quantity);
      order.received.set(itemNo, (order.received.get(itemNo) ?? 0) + quantity);
    }
    report.count('receipts acknowledged');
  }
}

async function cancelPurchaseOrder(worker: Worker, order: LedgerPurchaseOrder): Promise<void> {
  const { caller } = worker;
  const name = 'InventoryMovement/CancelPurchaseOrder';
  const body = { CustomerReferenceNo: order.customerReferenceNo };
  const response = await caller.call(name, body, { key: caller.newKey() });
  if (response.status !== 200) return unexpected(worker, name, response);
  order.isCanceled = true;
}

async function adjust(worker: Worker): Promise<void> {
  const { ledger, random } = worker;
  const warehouse = random.pick(warehouses);
  // Never reduces backordered items: which order would lose its reservation cannot be predicted.
  const changes = [
    { itemNo: random.pick(plentyItems), quantity: random.chance(0.5) ? -random.integer(1, 30) : random.integer(1, 30) },
    { itemNo: random.pick(scarceItems), quantity: random.integer(1, 6) },
  ];
  const done = await posted(worker, 'Simulation/AdjustInventory', {
    Warehouse: warehouse,
    InventoryStatus: goodStatus,
    ReasonCode: 'CORRECTION',
    Items: changes.map(({ itemNo, quantity }) => ({ ItemNo: itemNo, Quantity: quantity })),
  });
  if (done !== undefined)
    for (const { itemNo, quantity } of changes) ledger.post(itemNo, warehouse, goodStatus, quantity);
}

/**
 * Adjusts a new item up to six times, each time without a key, so it is not retried once it may have taken effect. A definite response
 * means that it took effect once; an unknown outcome, at most once, and then the item is not adjusted again.
 */
export async function adjustOnce(worker: Worker, number: number): Promise<void> {
  const { caller, ledger, random, report } = worker;
  const itemNo = `${worker.name}-ONCE-${number}`;
  const created = await caller.call('SKU/CreateSKU', skuRequest(itemNo), { key: caller.newKey() });
  if (created.status !== 200) return unexpected(worker, 'SKU/CreateSKU', created);
  const warehouse = random.pick(warehouses);
  const name = 'Simulation/AdjustInventory';
  for (let time = random.integer(1, 6); time > 0; time -= 1) {
    const quantity = random.integer(1, 9);
    const body = {
      Warehouse: warehouse,
      InventoryStatus: goodStatus,
      ReasonCode: 'FOUND',
      Items: [{ ItemNo: itemNo, Quantity: quantity }],
    };
    try {
      const response = await caller.call(name, body, { isOnce: true });
      if (response.status !== 200) return unexpected(worker, name, response);
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error;
      ledger.uncertain.set(stockKey(itemNo, warehouse, goodStatus), quantity);
      report.count('adjustments whose outcome is looked up');
      return;
    }
    ledger.post(itemNo, warehouse, goodStatus, quantity);
    report.count('stock changes acknowledged');
  }
}

async function changeStatus(worker: Worker): Promise<void> {
  const { ledger, random } = worker;
  const [warehouse, itemNo, quantity] = [random.pick(warehouses), random.pick(plentyItems), random.integer(1, 9)];
  const done = await posted(worker, 'Simulation/ChangeInventoryStatus', {
    Warehouse: warehouse,
    FromInventoryStatus: goodStatus,
    ToInventoryStatus: damagedStatus,
    Items: [{ ItemNo: itemNo, Quantity: quantity }],
  });
  if (done === undefined) return;
  ledger.post(itemNo, warehouse, goodStatus, -quantity);
  ledger.post(itemNo, warehouse, damagedStatus, quantity);
}

async function count(worker: Worker): Promise<void> {
  const { ledger, random, report } = worker;
  const warehouse = random.pick(warehouses);
  const opened = await posted(worker, 'Simulation/OpenCount', {
    Warehouse: warehouse,
    Items: [countedItem],
    InventoryStatuses: [goodStatus],
  });
  if (opened === undefined) return;
  const CountReference = opened.body.TransactionReferenceNumber;
  const difference = random.integer(-3, 4);
  const onHand = ledger.postedAt(countedItem, warehouse, goodStatus);
  const Lines = [{ ItemNo: countedItem, InventoryStatus: goodStatus, Quantity: Math.max(0, onHand + difference) }];
  for (let time = 0; time < 2; time += 1) {
    if ((await posted(worker, 'Simulation/RecordCount', { CountReference, Lines })) === undefined) return;
  }
  const approved = await posted(worker, 'Simulation/ApproveCount', { CountReference });
  if (approved === undefined) return;
  const found = (approved.body.Lines as { Quantity: number }[]).reduce((sum, line) => sum + line.Quantity, 0);
  const expected = Math.max(0, onHand + difference) - onHand;
  if (found !== expected) {
    report.finding('ledger', 'a count posted another difference than was counted', `${found}, not ${expected}`);
  }
  ledger.post(countedItem, warehouse, goodStatus, found);
}

async function produce(worker: Worker): Promise<void> {
  const { ledger, random } = worker;
  const [warehouse, quantity] = [random.pick(warehouses), random.integer(1, 10)];
  const components = ['PLENTY-3', 'PLENTY-4'];
  const done = await posted(worker, 'Simulation/PostProduction', {
    Warehouse: warehouse,
    InventoryStatus: goodStatus,
    ItemNo: setItem,
    Quantity: quantity,
    Components: components.map((itemNo) => ({ ItemNo: itemNo, QuantityPerSet: 1 })),
  });
  if (done === undefined) return;
  ledger.post(setItem, warehouse, goodStatus, quantity);
  for (const itemNo of components) ledger.post(itemNo, warehouse, goodStatus, -quantity);
}

async function transfer(worker: Worker, number: number): Promise<void> {
  const { caller, ledger, random, report } = worker;
  const customerReferenceNo = `${worker.name}-TO-${number}`;
  const [from, to] = random.chance(0.5) ? (['APC01', 'COB01'] as const) : (['COB01', 'APC01'] as const);
  const lines = [{ itemNo: random.pick(plentyItems), quantity: random.integer(1, 60) }];
  const name = 'InventoryMovement/CreateTransferOrder';
  const request = {
    TransferInfo: {
      CustomerReferenceNo: customerReferenceNo,
      RequestedDate: '11/30/2026',
      TransferFromWarehouse: from,
      TransferToWarehouse: to,
      InventoryStatusCode: goodStatus,
      FirstName: 'Sample',
      LastName: 'Cellar',
      PhoneNumber: '7075550100',
      EmailAddress: 'cellar@example.com',
    },
    ItemsInfo: lines.map(({ itemNo, quantity }) => ({ ItemNo: itemNo, ItemQuantity: quantity })),
  };
  const response = await caller.call(name, request, random.chance(0.5) ? { key: caller.newKey() } : {});
  if (response.status !== 201) return unexpected(worker, name, response);
  ledger.addReference(response.body, `transfer order ${customerReferenceNo}`);
  report.count('transfers acknowledged');
  const order = { customerReferenceNo, from, to, lines, isCanceled: false };
  ledger.transfers.push(order);
  if (!random.chance(0.2)) return;
  const cancel = 'InventoryMovement/CancelTransferOrder';
  const body = { CustomerReferenceNo: customerReferenceNo };
  const canceled = await caller.call(cancel, body, { key: caller.newKey() });
  if (canceled.status === 200) order.isCanceled = true;
  else if (canceled.code !== 'StateForbids') unexpected(worker, cancel, canceled);
}

async function createItem(worker: Worker, number: number): Promise<void> {
  const { caller, ledger, random } = worker;
  const itemNo = `${worker.name}-SKU-${number}`;
  const response = await caller.call(
    'SKU/CreateSKU',
    skuRequest(itemNo),
    random.chance(0.5) ? { key: caller.newKey() } : {},
  );
  if (response.status !== 200) return unexpected(worker, 'SKU/CreateSKU', response);
  ledger.addReference(response.body, `item ${itemNo}`);
  ledger.items.add(itemNo);
}
