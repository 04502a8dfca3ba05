/**
 * Operator commands that a retry runs again (`isResumable`) or that store their reply with their change, cut after each of their
 * transactions, also after the last, and sent again with the same Idempotency-Key: the effect is that of one uninterrupted run. Every
 * change is logged and audited once, and the reply is complete. coverage.test.ts shows that every resumable operation has a scenario here.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { type CutTransactions, installCut } from '../support/cut-transactions.ts';
import { boxSize, type Floor, openFloor, scanOf, worked } from '../support/floor.ts';
import { openWinery, type Winery } from '../support/held-orders.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { takenPhoto } from '../support/photos.ts';
import { type Dock, dock, openDock, receiptCount, receiptScan } from '../support/receiving.ts';
import { bottle, openReturnStation, returnDock } from '../support/return-station.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
let service: OperatorClient;
let cut: CutTransactions;
let receiving: Dock;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
  service = await signedIn(server, 'service');
  receiving = await openDock(server);
  cut = await installCut(server.database);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

/** What a test looks for in a reply. */
// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
type Json = any;

interface Scenario {
  readonly client: OperatorClient;
  readonly request: object;
  /** Whose logs and orders are compared. */
  readonly customers: readonly string[];
  /** What the reply says, without what differs from order to order. */
  readonly says: (reply: Json) => unknown;
}

type Ordered = { readonly orderNo: string; readonly reference: string };

const named = (winery: Winery, { reference }: Ordered) => ({
  CustomerNo: winery.customerNo,
  TransactionReferenceNumber: reference,
});

/** Two orders each of two wineries. */
async function ordersOfTwo(open: () => Promise<Winery>, order: (winery: Winery) => Promise<Ordered>) {
  const wineries = [await open(), await open()];
  const orders = [];
  for (const winery of wineries) orders.push(named(winery, await order(winery)), named(winery, await order(winery)));
  return { customers: wineries.map(({ customerNo }) => customerNo), Orders: orders };
}

const released = async () => {
  const winery = await floor.winery();
  const order = await winery.waiting();
  await floor.release(winery, order.reference);
  return { ...order, winery, customers: [winery.customerNo] };
};

/** An order of two bottles in a wave. */
const waveToPick = async () => {
  const winery = await floor.winery();
  const order = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  const { Wave } = await floor.release(winery, order.reference);
  return { Wave, customers: [winery.customerNo] };
};

const beingPicked = async () => {
  const { Wave, customers } = await waveToPick();
  return { task: (await floor.packer.call('Picking/Start', { Wave })).body, customers };
};

let bins = 0;
const newBin = async () => {
  bins += 1;
  const Location = `RES-${bins}`;
  await floor.lead.call('Locations/Set', { Warehouse: worked, Location, WalkOrder: bins });
  return Location;
};

const toPutAway = async () => {
  const { customerNo } = await floor.winery();
  const item = { Warehouse: worked, CustomerNo: customerNo, ItemNo: 'WINE-1' };
  return { From: await newBin(), To: await newBin(), item, customers: [customerNo] };
};

const moved = ({ From, To, Unplaced }: Json) => [From?.Quantity, To?.Quantity, Unplaced];

const labeled = async () => {
  const order = await released();
  const { Boxes } = await floor.label(order.orderNo, ['WINE-1']);
  return { ...order, trackingNo: Boxes[0].TrackingNumber as string };
};

/** Staged orders of two wineries; nothing else is staged. */
const staged = async () => {
  const { status, body } = await floor.lead.call('Floor/Manifest', { Warehouse: worked, Carrier: 'FEX' });
  if (status === 200) await floor.led('Depart', { Manifest: body.Manifest });
  const orders = [await labeled(), await labeled()];
  for (const { trackingNo } of orders) await floor.pack('Stage', { TrackingNumber: trackingNo });
  return orders.map(({ winery }) => winery.customerNo);
};

const statesOf = ({ Outcomes }: Json) =>
  Outcomes.map(({ Canceled, Released, TakenBack, Retry }: Json) => [Canceled ?? Released ?? TakenBack, Retry]);
const session = ({ State, Next, Missing, Boxes, Verdict }: Json) => ({
  State,
  Next,
  Missing,
  Verdict,
  Boxes: Boxes.length,
});

const picked = ({ State, Next, Number: number, Orders, Units, Picked, Verdict, Shorts }: Json) => ({
  State,
  Next,
  Number: number,
  Orders,
  Units,
  Picked,
  Verdict,
  Shorts: Shorts.length,
});

const received = ({ State, Units, Verdict, Counts, Result, Pallet }: Json) => ({
  State,
  Units,
  Verdict,
  Counts,
  Pallet,
  Status: Result?.OrderStatus,
});

/** A purchase order of a winery of its own, of which a pallet is being counted. */
const beingReceived = async () => {
  const at = await openDock(server);
  const { reference } = await at.ordered();
  const { Session } = await at.open(reference, receiving.receiver);
  await receiving.scan(Session, ['PIN']);
  return { Session, customers: [at.winery.customerNo] };
};

/** A parked delivery of 6 PIN, and a purchase order that may take it. */
const parkedDelivery = async () => {
  const at = await openDock(server);
  const { customerNo: CustomerNo } = at.winery;
  const { Session, Receipt } = await at.receive('Park', { Warehouse: dock, CustomerNo, Place: 'Dock 2' });
  await at.receive('Count', receiptCount(Session, 'PIN', 6));
  await at.receive('Finish', { Session });
  const { reference } = await at.ordered();
  return { at, key: { CustomerNo, Receipt }, reference, customers: [CustomerNo] };
};

const listed = ({ State, Items, Note }: Json) => ({ State, Items, Note });

/** A return that has arrived at a station of a winery of its own. */
const beingInspected = async () => {
  const at = await openReturnStation(server);
  const key = await at.arrived('RETURNED');
  await at.does('Scan', bottle(key, 'WINE-1'));
  return { at, key, client: at.inspector, customers: [at.winery.customerNo] };
};

const inspected = ({ Status, Lines, Found, Findings, Differences, Verdict, Message }: Json) => ({
  Status,
  Lines,
  Found,
  Differences,
  Verdict,
  Message: Message?.replaceAll(/RMA-\S+/g, 'RMA'),
  Findings: Findings.map(({ ReshipReferenceNumber: _, ...finding }: Json) => finding),
});

let packages = 0;
const strayPackage = () => {
  packages += 1;
  return { Warehouse: returnDock, Label: `STRAY-${packages}`, Place: 'Shelf R2' };
};
const stray = ({ Place, Settlement }: Json) => ({ Place, Settlement });

const scenarios: Readonly<Record<string, () => Promise<Scenario>>> = {
  'Orders/Cancel': async () => {
    const { customers, Orders } = await ordersOfTwo(
      () => openWinery(server),
      (winery) => winery.order(),
    );
    return { client: service, request: { Orders }, customers, says: statesOf };
  },
  'Holds/ReleaseMany': async () => {
    const { customers, Orders } = await ordersOfTwo(
      () => openWinery(server),
      (winery) => winery.order({ OrderInfo: { HoldOrder: true } }),
    );
    const says = (reply: Json) => [reply.Summary, ...statesOf(reply)];
    return { client: service, request: { Orders }, customers, says };
  },
  'Floor/Release': async () => {
    const { customers } = await ordersOfTwo(
      () => floor.winery(),
      (winery) => (winery as Awaited<ReturnType<Floor['winery']>>).waiting(),
    );
    await catchUpOrderIndex(server.environment.db);
    const says = (reply: Json) => [reply.Released, reply.Bottles, ...statesOf(reply)];
    return { client: floor.lead, request: { Warehouse: worked, Customers: customers }, customers, says };
  },
  'Bins/PutAway': async () => {
    const { To, item, customers } = await toPutAway();
    const request = { ...item, MoveId: uuidv7(), To, Quantity: 12 };
    return { client: floor.packer, request, customers, says: moved };
  },
  'Bins/Move': async () => {
    const { From, To, item, customers } = await toPutAway();
    await floor.packer.call('Bins/PutAway', { ...item, MoveId: uuidv7(), To: From, Quantity: 12 });
    const request = { ...item, MoveId: uuidv7(), From, To, Quantity: 6 };
    return { client: floor.packer, request, customers, says: moved };
  },
  'Counts/Record': async () => {
    const { To, item, customers } = await toPutAway();
    await floor.packer.call('Bins/PutAway', { ...item, MoveId: uuidv7(), To, Quantity: 12 });
    const Lines = [{ CustomerNo: item.CustomerNo, ItemNo: item.ItemNo, Quantity: 11 }];
    const request = { SheetId: uuidv7(), Warehouse: worked, Location: To, Lines };
    return { client: floor.packer, request, customers, says: (reply: Json) => reply.Lines[0]?.State };
  },
  'Picking/Start': async () => {
    const { Wave, customers } = await waveToPick();
    return { client: floor.packer, request: { Wave }, customers, says: picked };
  },
  'Picking/Open': async () => {
    const { task, customers } = await beingPicked();
    return { client: floor.lead, request: { Task: task.Task, TakeOver: true }, customers, says: picked };
  },
  'Picking/Scan': async () => {
    const { task, customers } = await beingPicked();
    return { client: floor.packer, request: scanOf(task.Session, 'WINE-1'), customers, says: picked };
  },
  'Picking/Undo': async () => {
    const { task, customers } = await beingPicked();
    await floor.packer.call('Picking/Scan', scanOf(task.Session, 'WINE-1'));
    return { client: floor.packer, request: { Session: task.Session, ScanId: uuidv7() }, customers, says: picked };
  },
  'Picking/EmptyTote': async () => {
    const { task, customers } = await beingPicked();
    const request = { Session: task.Session, ScanId: uuidv7(), Tote: 'NONE' };
    return { client: floor.packer, request, customers, says: picked };
  },
  'Picking/Short': async () => {
    const { task, customers } = await beingPicked();
    const { CustomerNo, ItemNo, Location } = task.Current;
    const stop = { CustomerNo, ItemNo, Location };
    const request = { Session: task.Session, ScanId: uuidv7(), ...stop, ReasonCode: 'LOST' };
    return { client: floor.packer, request, customers, says: picked };
  },
  'Receiving/Open': async () => {
    const at = await openDock(server);
    const { reference } = await at.ordered();
    const request = { Warehouse: dock, Scan: reference };
    const says = ({ Receipt }: Json) => received(Receipt);
    return { client: receiving.receiver, request, customers: [at.winery.customerNo], says };
  },
  'Receiving/Scan': async () => {
    const { Session, customers } = await beingReceived();
    return { client: receiving.receiver, request: receiptScan(Session, 'PIN'), customers, says: received };
  },
  'Receiving/Count': async () => {
    const { Session, customers } = await beingReceived();
    return { client: receiving.receiver, request: receiptCount(Session, 'CAB', 6), customers, says: received };
  },
  'Receiving/Undo': async () => {
    const { Session, customers } = await beingReceived();
    return { client: receiving.receiver, request: { Session, ScanId: uuidv7() }, customers, says: received };
  },
  'Receiving/Finish': async () => {
    const { Session, customers } = await beingReceived();
    return { client: receiving.receiver, request: { Session, Confirm: true }, customers, says: received };
  },
  'Receiving/Park': async () => {
    const { winery, receiver } = await openDock(server);
    const request = { Warehouse: dock, CustomerNo: winery.customerNo, Place: 'Dock 2' };
    return { client: receiver, request, customers: [winery.customerNo], says: received };
  },
  'Receiving/Attach': async () => {
    const { at, key, reference, customers } = await parkedDelivery();
    return { client: at.service, request: { ...key, PurchaseOrder: reference }, customers, says: listed };
  },
  'Receiving/Discard': async () => {
    const { at, key, customers } = await parkedDelivery();
    return { client: at.service, request: { ...key, Reason: 'Not ours' }, customers, says: listed };
  },
  'Returns/Announce': async () => {
    const at = await openReturnStation(server);
    const { customerNo: CustomerNo } = at.winery;
    const TransactionReferenceNumber = await at.delivered('RETURNED');
    const request = { CustomerNo, TransactionReferenceNumber, Warehouse: returnDock };
    return { client: at.inspector, request, customers: [CustomerNo], says: inspected };
  },
  'Returns/Receive': async () => {
    const at = await openReturnStation(server);
    const { customerNo: CustomerNo } = at.winery;
    const order = { CustomerNo, TransactionReferenceNumber: await at.delivered('RETURNED'), Warehouse: returnDock };
    const { TransactionReferenceNumber } = await at.does('Announce', order);
    const request = { ...order, TransactionReferenceNumber };
    return { client: at.inspector, request, customers: [CustomerNo], says: inspected };
  },
  'Returns/Scan': async () => {
    const { key, client, customers } = await beingInspected();
    return { client, request: bottle(key, 'WINE-1', 'RDMG-NO-TX'), customers, says: inspected };
  },
  'Returns/AddPhotos': async () => {
    const { at, key, client, customers } = await beingInspected();
    const scan = bottle(key, 'WINE-1');
    await at.does('Scan', scan);
    const Photos = [await takenPhoto(server, client, key.CustomerNo)];
    return { client, request: { ...key, ScanId: scan.ScanId, Photos }, customers, says: inspected };
  },
  'Returns/Undo': async () => {
    const { key, client, customers } = await beingInspected();
    return { client, request: { ...key, ScanId: uuidv7() }, customers, says: inspected };
  },
  'Returns/Inspected': async () => {
    const { key, client, customers } = await beingInspected();
    return { client, request: { ...key, Confirm: true }, customers, says: inspected };
  },
  'Returns/Dispose': async () => {
    const { at, key, client, customers } = await beingInspected();
    await at.does('Inspected', { ...key, Confirm: true });
    const request = { ...key, ScanId: uuidv7(), DispositionCode: 'Reship' };
    return { client, request, customers, says: inspected };
  },
  'Returns/Park': async () => {
    const customers = [(await floor.winery()).customerNo];
    return { client: receiving.receiver, request: strayPackage(), customers, says: stray };
  },
  'Returns/Settle': async () => {
    const customers = [(await floor.winery()).customerNo];
    const { body } = await receiving.receiver.call('Returns/Park', strayPackage());
    const request = { Stray: body.Stray, Settlement: 'The carrier has it.' };
    return { client: service, request, customers, says: stray };
  },
  'Floor/OpenPacking': async () => {
    const winery = await floor.winery();
    const { orderNo } = await winery.waiting({ OrderInfo: { OrderType: 'JIT' } });
    const { body } = await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo });
    await winery.advance(3 * 24 * 3_600);
    return { client: floor.packer, request: { Scan: body.JITLabelID }, customers: [winery.customerNo], says: session };
  },
  'Floor/ScanBottle': async () => {
    const { orderNo, customers } = await released();
    const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
    return { client: floor.packer, request: scanOf(Session, 'WINE-1'), customers, says: session };
  },
  'Floor/Undo': async () => {
    const { orderNo, customers } = await released();
    const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
    await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
    return { client: floor.packer, request: { Session, ScanId: uuidv7() }, customers, says: session };
  },
  'Floor/ReportDamage': async () => {
    const { orderNo, customers } = await released();
    const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
    const damaged = { ItemNo: 'WINE-1', Quantity: 1, IsPacked: false, ReasonCode: 'BROKEN' };
    return { client: floor.packer, request: { Session, ScanId: uuidv7(), ...damaged }, customers, says: session };
  },
  'Floor/ReportProblem': async () => {
    const { orderNo, customers } = await released();
    const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
    const report = { Kind: 'address', Note: 'No house number.' };
    const says = (reply: Json) => [reply.State, reply.Message.replace(/Order \S+/, '')];
    return { client: floor.packer, request: { Session, ScanId: uuidv7(), ...report }, customers, says };
  },
  'Floor/FinishBox': async () => {
    const { orderNo, customers } = await released();
    const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
    await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
    const request = { Session, Box: 1, WeightLb: 7.4, ...boxSize };
    return { client: floor.packer, request, customers, says: session };
  },
  'Floor/BuyLabels': async () => {
    const { orderNo, customers } = await released();
    const { Session } = await floor.packInto(orderNo, ['WINE-1']);
    return { client: floor.packer, request: { Session }, customers, says: session };
  },
  'Floor/Stage': async () => {
    const { trackingNo, customers } = await labeled();
    const says = ({ Box, Staged, Boxes, Message }: Json) => [Box, Staged, Boxes, Message.replace(/order \S+/, '')];
    return { client: floor.packer, request: { TrackingNumber: trackingNo }, customers, says };
  },
  'Floor/Manifest': async () => {
    const customers = await staged();
    const says = ({ Orders, Boxes, DepartedAt }: Json) => [Orders, Boxes, DepartedAt];
    return { client: floor.lead, request: { Warehouse: worked, Carrier: 'FEX' }, customers, says };
  },
  'Floor/Depart': async () => {
    const customers = await staged();
    const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
    const says = ({ Manifest: { Orders, Boxes }, StayedBehind }: Json) => [Orders, Boxes, StayedBehind];
    return { client: floor.lead, request: { Manifest }, customers, says };
  },
  'Floor/TakeBack': async () => {
    const orders = [await labeled(), await labeled()];
    const Orders = orders.map(({ winery, reference }) => ({
      CustomerNo: winery.customerNo,
      TransactionReferenceNumber: reference,
    }));
    const request = { Orders, Note: 'The winery asked for it.' };
    const customers = orders.map(({ winery }) => winery.customerNo);
    return { client: floor.lead, request, customers, says: statesOf };
  },
};

/** Single scans are in `floor_scans`, `pick_scans`, `receipt_scans` and `return_scans`, moves in `bin_moves`, photos in `photos`. */
const silent = [
  ...['Picking/Scan', 'Picking/Undo', 'Picking/EmptyTote', 'Floor/ScanBottle', 'Floor/Undo'],
  ...['Bins/PutAway', 'Bins/Move', 'Receiving/Scan', 'Receiving/Count', 'Receiving/Undo'],
  ...['Returns/Scan', 'Returns/AddPhotos', 'Returns/Undo'],
];

/** What is stored of these customers: log and audit entries, orders, holds, packages and their work on the floor. */
async function effectsOn(customers: readonly string[], operation: string, since: string) {
  const read = async (text: string, values: readonly unknown[]) =>
    (await server.database.pool.query(text, [...values])).rows;
  const counted = async (columns: string, from: string, values: readonly unknown[]) =>
    await read(
      `select ${columns}, count(*)::int as count from ${from} group by ${columns} order by ${columns}`,
      values,
    );
  return {
    log: await counted('kind', 'log where customer_no = any ($1)', [customers]),
    audit: await counted('action', 'operator_audit where operation = $1 and audit_id > $2', [operation, since]),
    orders: await counted('status', 'sales_orders where customer_no = any ($1)', [customers]),
    holds: await counted('reason', 'sales_order_holds where customer_no = any ($1)', [customers]),
    packages: await counted('status', 'packages where customer_no = any ($1)', [customers]),
    returns: await counted('status', 'returns where customer_no = any ($1)', [customers]),
    scans: await counted('kind, verdict, number, is_undone', 'return_scans where customer_no = any ($1)', [customers]),
    balances: await counted('item_no, status, on_hand', 'balances where customer_no = any ($1)', [customers]),
    floor: await counted(
      'state, claim, units, jsonb_array_length(boxes), wave_id is null, manifest_id is null',
      'floor_work where customer_no = any ($1)',
      [customers],
    ),
    photos: await counted('item_no, inventory_status', 'photos where customer_no = any ($1)', [customers]),
    receipts: await counted('state, claim, pallet, scans', 'receipts where customer_no = any ($1)', [customers]),
    waves: await read('select count(distinct wave_id)::int from floor_work where customer_no = any ($1)', [customers]),
  };
}

/** Runs a new scenario once, cut after this many transactions if there are as many. */
async function run(name: string, transactions: number) {
  const { client, request, customers, says } = await (scenarios[name] as () => Promise<Scenario>)();
  const since = uuidv7();
  const call = () => client.call(name, request, { 'idempotency-key': since });
  await cut.after(transactions);
  const first = await call();
  const count = await cut.lift();
  const isCut = count > transactions || first.status >= 500;
  const { status, body } = isCut ? await call() : first;
  const replayed = await call();
  expect([status, replayed.body, replayed.headers.get('idempotent-replayed')], JSON.stringify(body)).toEqual([
    ...[200, body, 'true'],
  ]);
  return { count, says: says(body), effects: await effectsOn(customers, name, since) };
}

test.each(Object.keys(scenarios))('%s has the effect of one run', async (name) => {
  const whole = await run(name, 1_000);
  if (!silent.includes(name)) expect(whole.effects.audit).not.toEqual([]);
  for (let transactions = 1; transactions <= whole.count; transactions += 1) {
    const resumed = await run(name, transactions);
    const { says, effects } = resumed;
    expect({ says, effects }, `cut after ${transactions}`).toEqual({ says: whole.says, effects: whole.effects });
  }
});
