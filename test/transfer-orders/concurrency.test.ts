/** Transfer orders that are concurrently updated, started, received and given stock. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { lockBackorderQueues } from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { runDueWork } from '../../src/platform/due-work.ts';
import { simulationStepHandlers } from '../../src/simulation/index.ts';
import { cancelTransferOrders } from '../../src/transfer-orders/index.ts';
import { tuesday } from '../simulation/clock.ts';
import { mustSucceed } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import { receiptCount } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWiredDb } from '../support/wired-db.ts';
import { type Json, openTransferWinery, type TransferWinery } from './transfer-winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

const named = { CustomerReferenceNo: 'MOVE-1' };
const wine = (ItemQuantity: number, ItemNo = 'WINE-1') => ({ ItemNo, ItemQuantity });

/** Runs due work, as another process would. */
async function transferStockAway({ customerNo }: TransferWinery, hours: number): Promise<void> {
  const db = openWiredDb(server.database.options);
  try {
    await runDueWork({ ...server.environment, db }, simulationStepHandlers, customerNo, tuesday.add({ hours }));
  } finally {
    await db.close();
  }
}

test('an update is applied before shipment or rejected: the shipped quantity is that of the last accepted update', async () => {
  for (let round = 0; round < 12; round += 1) {
    const winery = await openTransferWinery(server);
    const reference = await winery.transferred({}, [wine(60)]);
    const [, ...answers] = await Promise.all([
      transferStockAway(winery, 1),
      ...[11, 22, 33].map(async (quantity) => ({
        quantity,
        ...(await winery.updateTransfer({ TransferInfo: named, ItemsInfo: [wine(quantity)] })),
      })),
    ]);
    await transferStockAway(winery, 1);
    const { status, lines } = await winery.transferOrder(reference);
    expect(status).toBe('IN TRANSIT');
    const accepted = answers.filter((answer) => answer.status === 200);
    for (const answer of answers) expect([200, 403]).toContain(answer.status);
    expect(lines).toHaveLength(1);
    expect(lines[0].shipped).toBe(lines[0].units);
    expect([...accepted.map((answer) => answer.quantity), ...(accepted.length === 0 ? [60] : [])]).toContain(
      lines[0].shipped,
    );
    expect(await winery.balance()).toMatchObject({ onHand: 100 - lines[0].shipped, reserved: 0 });
  }
});

test('of a cancellation and a concurrent start, exactly one succeeds', async () => {
  for (let round = 0; round < 12; round += 1) {
    const winery = await openTransferWinery(server);
    const reference = await winery.transferred();
    const [, answer] = await Promise.all([transferStockAway(winery, 1), winery.cancelTransfer(named)]);
    const { status } = await winery.transferOrder(reference);
    expect(status).toBe(answer.status === 200 ? 'CANCELED' : 'IN TRANSIT');
    expect(await winery.balance()).toMatchObject({ onHand: answer.status === 200 ? 100 : 40, reserved: 0 });
  }
});

test('after a concurrent update and receipt of stock, reservations match the order', async () => {
  for (let round = 0; round < 8; round += 1) {
    const winery = await openTransferWinery(server, 50);
    const reference = await winery.transferred();
    await Promise.all([
      winery.arrive('WINE-1', 10),
      winery.updateTransfer({ TransferInfo: named, ItemsInfo: [wine(55)] }),
      winery.arrive('WINE-1', 5),
    ]);
    const { demands } = await winery.transferOrder(reference);
    expect(demands).toMatchObject([{ units: 55, state: 'reserved' }]);
  }
});

test('concurrent receipts of one transfer order count every unit once', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  await transferStockAway(winery, 1);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => winery.receive({ Lines: [wine(6)], Close: i % 2 === 0 ? false : undefined })),
  );
  expect(answers.some((answer) => answer.status === 200)).toBe(true);
  const transferred = (await winery.movements(reference)).filter((text) => text.startsWith('Transfer In'));
  const arrived = transferred.reduce((sum, text) => sum + Number(text.split(' ')[5]), 0);
  const { status } = await winery.transferOrder(reference);
  expect(arrived).toBe(60);
  expect(['RECEIVED', 'CLOSED']).toContain(status);
});

/** Makes a change while another transaction has the backorder queue: it must wait for the queue, without a lock of the order. */
async function whileQueueIsLocked(customerNo: string, reference: string, change: () => Promise<unknown>) {
  const { db } = server.environment;
  const changing = await db.write(async (tx) => {
    lockBackorderQueues(tx, [customerNo]);
    await tx.rows('select 1');
    const begun = { change: change() };
    await expect
      .poll(() => db.rows("select 1 from pg_locks where locktype = 'advisory' and not granted"), { timeout: 20_000 })
      .not.toEqual([]);
    const free = await tx.rows(
      'select 1 from transfer_orders where customer_no = $1 and order_id = $2 for update skip locked',
      [customerNo, reference],
    );
    expect(free).toHaveLength(1);
    return begun;
  });
  await changing.change;
}

test('changes that free stock wait for the backorder queue before they lock the order, as changes of stock do', async () => {
  const { db } = server.environment;
  const winery = await openTransferWinery(server, 60);
  const { customerNo } = winery;
  const reference = await winery.transferred();
  // A backorder that the stock of the transfer order can fill.
  await winery.created({ ItemsInfo: [wine(30)] });
  await whileQueueIsLocked(customerNo, reference, () =>
    winery.updateTransfer({ TransferInfo: named, ItemsInfo: [wine(50)] }),
  );
  const change = { reference: uuidv7(), operation: 'test', actor: 'test', customerNo, name: { customerNo, reference } };
  await whileQueueIsLocked(customerNo, reference, () => db.write((tx) => cancelTransferOrders(tx, [change])));
  expect((await winery.transferOrder(reference)).status).toBe('CANCELED');
});

test('a transfer that leaves short by scan waits for the backorder queue before it locks the order', async () => {
  const winery = await openTransferWinery(server, 60);
  const { customerNo } = winery;
  const reference = await winery.transferred();
  const order = await winery.created({ ItemsInfo: [wine(30)] });
  const sender = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  const call = async (operation: string, body: object) =>
    mustSucceed(await sender.call(`Receiving/${operation}`, body));
  const { Receipt } = await call('Open', { Warehouse: 'APC01', Scan: reference });
  await call('Count', receiptCount(Receipt.Session, 'WINE-1', 10));
  await call('Finish', { Session: Receipt.Session });
  await whileQueueIsLocked(customerNo, reference, () => call('Finish', { Session: Receipt.Session, Confirm: true }));
  expect((await winery.transferOrder(reference)).status).toBe('IN TRANSIT');
  // What was left behind fills the backorder.
  expect(await winery.order(order)).toMatchObject({ status: 'RECEIVED' });
});

test('concurrent operations from two processes create and lose no stock', async () => {
  const random = seeded(20_310_304);
  const winery = await openTransferWinery(server, 400);
  await winery.stocked([{ itemNo: 'WINE-2', quantity: 200, warehouse: 'SJU01' }]);
  const references = Array.from({ length: 14 }, (_, i) => `MOVE-${i}`);
  const any = <T>(list: readonly T[]) => list[random(list.length)] as T;
  const name = () => ({ CustomerReferenceNo: any(references) });
  const items = () => [wine(1 + random(80)), ...(random(3) === 0 ? [wine(1 + random(40), 'WINE-2')] : [])];
  const there = { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'SJU01' };
  const ends = () => any([{}, { TransferFromWarehouse: 'SJU01', TransferToWarehouse: 'APC01' }]);
  let hours = 0;
  const doings: (() => Promise<unknown>)[] = [
    () => winery.transferred({ ...name(), ...ends() }, items()).catch(() => undefined),
    () => winery.transferred({ ...name(), ...ends() }, items()).catch(() => undefined),
    () => winery.updateTransfer({ TransferInfo: name(), ItemsInfo: items() }),
    () => winery.cancelTransfer(name()),
    () => winery.receive({ ...name(), Lines: [wine(random(70))], Close: random(2) === 0 }),
    () => winery.create({ ...order(), ShipmentInfo: there, ItemsInfo: [wine(1 + random(30))] }),
    () => {
      hours += 8;
      return transferStockAway(winery, hours);
    },
    () => winery.arrive('WINE-1', 1 + random(20)),
  ];
  const order = () => ({
    OrderInfo: { OrderNo: `ORD-${random(1e9)}`, OrderType: 'CLUB' },
    RecipientContactInfo: {
      FirstName: 'A',
      LastName: 'B',
      Address: '1 Main St',
      City: 'Denver',
      State: 'CO',
      ZipCode: '80202',
    },
  });
  for (let wave = 0; wave < 10; wave += 1) {
    await Promise.all(Array.from({ length: 16 }, () => any(doings)()));
    await expectLedgerConsistent(server.environment.db);
  }
  await transferStockAway(winery, hours + 24 * 30);
  const statuses = new Set((await winery.orders()).map((row: Json) => row.status));
  expect(statuses.has('CLOSED')).toBe(true);
  expect(statuses.has('PICKING') || statuses.has('IN TRANSIT')).toBe(false);
  expect(server.logged.filter((logged) => logged.includes('is postponed'))).toEqual([]);
  const [sums] = await server.environment.db.rows<Json>(
    `select sum(m.quantity)::int as transferred from movements m where m.customer_no = $1 and m.type like 'Transfer %'`,
    [winery.customerNo],
  );
  expect(sums.transferred).toBe(0);
});

/** A seeded generator of integers from 0 up to below `below`. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
