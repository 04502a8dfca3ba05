/** Search/Find: records of all customers by their numbers and names. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { catchUpOrderIndex, ensureRecipientNameTrigramIndex } from '../../src/order-index/index.ts';
import { searchOrders } from '../../src/order-index/search.ts';
import type { DbReader } from '../../src/platform/db/db.ts';
import { givenCustomer, givenItems } from '../support/catalog.ts';
import { openWinery, type Winery } from '../support/held-orders.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { recipient } from '../support/orders.ts';
import { openInboundWinery } from '../support/purchase-orders.ts';
import { recordStatements } from '../support/recorded-statements.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWiredDb } from '../support/wired-db.ts';
import { openTransferWinery } from '../transfer-orders/transfer-winery.ts';

let server: TestServer;
let service: OperatorClient;
let winery: Winery;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
  winery = await openWinery(server);
});
afterAll(() => server.close());

async function find(
  text: string,
  by: OperatorClient = service,
): Promise<{ Kind: string; Id: string; Label: string }[]> {
  await catchUpOrderIndex(server.environment.db);
  const { status, body } = await by.call('Search/Find', { Text: text });
  expect(status).toBe(200);
  return body.Results;
}
const idsOf = async (text: string, by?: OperatorClient) => (await find(text, by)).map(({ Id }) => Id);

test('200 an order by its number, its end, its reference, a tracking number and a part of a name', async () => {
  const { reference } = await winery.order({ OrderInfo: { OrderNo: 'HILL-77123' } });
  expect(await idsOf('hill-77')).toEqual([reference]);
  expect(await idsOf('77123')).toEqual([reference]);
  expect(await idsOf(reference)).toEqual([reference]);
  await winery.advance(14 * 24 * 3_600);
  const { db } = server.environment;
  await catchUpOrderIndex(db);
  const [row] = await db.rows<{ name: string; tracking_nos: string[] }>(
    'select recipient_name as name, tracking_nos from order_index where order_id = $1',
    [reference],
  );
  expect(await idsOf(` ${row?.tracking_nos[0]} `)).toEqual([reference]);
  const name = row?.name ?? '';
  expect(await idsOf(name.slice(2, -1))).toContain(reference);
  expect(await find('hill-77')).toMatchObject([{ Kind: 'order', CustomerNo: winery.customerNo, Label: 'HILL-77123' }]);
});

test('200 an order on hold with the reasons of its holds, not with the status in which several reasons are one', async () => {
  const { reference } = await winery.order({
    OrderInfo: { OrderNo: 'HILL-79123', HoldOrder: true },
    RecipientContactInfo: { ...recipient, ZipCode: '10001' },
  });
  expect(await find('HILL-79123')).toMatchObject([
    { Id: reference, Detail: expect.stringMatching(/ · Held: Address, Winery$/) },
  ]);
});

test('200 an order by the tracking number of a label that was canceled or replaced, which the result says', async () => {
  const { reference } = await winery.order({ OrderInfo: { OrderNo: 'HILL-78123' } });
  const { db } = server.environment;
  const order = [winery.customerNo, reference];
  const trackingNos = async () => {
    const sql = 'select p.tracking_no as no from packages p where p.customer_no = $1 and p.order_id = $2';
    return (await db.rows<{ no: string }>(sql, order)).map(({ no }) => no);
  };
  for (let hours = 0; hours < 200 && (await trackingNos()).length === 0; hours += 1) await winery.advance(3_600);
  const [old = ''] = await trackingNos();
  expect(await find(old)).toMatchObject([{ Id: reference, Detail: expect.not.stringContaining('label') }]);
  const voided = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference, Reason: 'Damaged' };
  const admin = await signedIn(server, 'admin');
  expect((await admin.call('Orders/VoidLabels', voided)).status).toBe(200);
  const canceled = { Id: reference, Detail: expect.stringContaining(' · This label was canceled') };
  expect(await find(` ${old.toLowerCase()} `)).toMatchObject([canceled]);
  const { body } = await service.call('Orders/List', { View: 'all', Text: old });
  expect(body.Records).toMatchObject([{ TransactionReferenceNumber: reference, TrackingNumbers: [] }]);
  // The label of a package that has another one now, as after a carrier's label was bought again.
  await db.rows(
    `insert into label_intents (customer_no, intent_id, order_id, package_no, plan, carrier, service, state, tracking_no, requested_at)
     values ($1, gen_random_uuid(), $2, 1, '{}', 'FEX', 'GRND', 'voided', '794600001111', now())`,
    order,
  );
  expect(await find('7946 0000 1111')).toMatchObject([canceled]);
});

test('200 the order with exactly the number before newer ones whose number begins with it', async () => {
  const { reference } = await winery.order({ OrderInfo: { OrderNo: 'PORT-55' } });
  // More than a search shows.
  for (let n = 100; n < 112; n += 1) await winery.order({ OrderInfo: { OrderNo: `PORT-55${n}` } });
  await winery.order({ OrderInfo: { OrderNo: 'X-PORT-55' } });
  const found = await find('port-55');
  expect(found).toHaveLength(10);
  expect(found.map(({ Label }) => Label).slice(0, 3)).toEqual(['PORT-55', 'PORT-55111', 'PORT-55110']);
  expect(found[0]).toMatchObject({ Id: reference });
});

test('the statement that finds the newest orders of a number reads its index alone', async () => {
  const { db } = server.environment;
  const recorder = recordStatements(db);
  await service.call('Search/Find', { Text: 'port-55' });
  recorder.stop();
  const sent = recorder.take().find(({ text }) => text.includes('lower(o.order_no) collate "C" ='));
  const plan = await db.rows<{ 'QUERY PLAN': string }>(`explain ${sent?.text}`, sent?.values);
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(
    'Index Only Scan Backward using order_index_by_number',
  );
});

test('200 a request by its reference when that is of no order, for those who may read the journal', async () => {
  const rejected = await winery.client.call('SalesOrder/CreateSalesOrder', { OrderInfo: { OrderNo: 'X' } });
  const reference = rejected.body.TransactionReferenceNumber as string;
  await server.environment.journal.flush();
  expect(await find(reference)).toEqual([
    {
      Kind: 'transaction',
      CustomerNo: winery.customerNo,
      Id: reference,
      Label: 'SalesOrder/CreateSalesOrder',
      Detail: 'Rejected',
    },
  ]);
  for (const role of ['floor', 'lead'] as const)
    expect(await find(reference, await signedIn(server, role))).toEqual([]);
  expect(await find(uuidv7())).toEqual([]);
});

test('200 an order by the reference of a later change', async () => {
  const { reference } = await winery.order();
  const { body: later } = await winery.client.call('SalesOrder/UpdateSalesOrder', {
    TransactionReferenceNumber: reference,
    OrderInfo: { HoldOrder: true },
  });
  expect(later).not.toBe(reference);
  expect(await idsOf(later as string)).toEqual([reference]);
});

test.each(['ΓΙΩΡΓΟΣ', 'İbrahim'])('200 the order of %s by the name as it is written', async (LastName) => {
  const RecipientContactInfo = { ...recipient, FirstName: 'Zoë', LastName };
  const { reference } = await winery.order({ RecipientContactInfo });
  for (const text of [LastName, `Zoë ${LastName}`]) {
    expect(await idsOf(text)).toContain(reference);
    const { body } = await service.call('Orders/List', { Text: text });
    expect(body.Records).toMatchObject([{ TransactionReferenceNumber: reference }]);
  }
});

test('200 an order by the e-mail address of its recipient, in any letter case, and by its beginning', async () => {
  const own = await openWinery(server);
  const orderOf = async (EmailAddress: string) =>
    (await own.order({ RecipientContactInfo: { ...recipient, EmailAddress } })).reference;
  const longer = await orderOf('ana.lee@mail.example.com');
  const older = await orderOf('Ana.Lee@Mail.example');
  const newer = await orderOf('ana.lee@mail.example');
  await orderOf('dana.lee@mail.example');
  expect(await idsOf(' ANA.lee@mail.example ')).toEqual([newer, older, longer]);
  expect(await idsOf('ana.lee@')).toEqual([newer, older, longer]);
  expect(await idsOf('ana.lee')).toEqual([]);
  expect(await idsOf('lee@mail.example')).toEqual([]);
  const { body } = await service.call('Orders/List', { Text: 'ANA.lee@mail.example' });
  expect(body.Records.map((order: { TransactionReferenceNumber: string }) => order.TransactionReferenceNumber)).toEqual(
    [newer, older],
  );
});

test('200 an order by the telephone number of its recipient or the end of it, however both are written', async () => {
  const own = await openWinery(server);
  const orderOf = async (PhoneNumber: string) =>
    (await own.order({ RecipientContactInfo: { ...recipient, PhoneNumber } })).reference;
  const written = await orderOf('+1 (970) 555-7301 ext. 12');
  const plain = await orderOf('9705557301');
  const elsewhere = await orderOf('1-212-555-7301');
  const abroad = await orderOf('+44 20 7946 0958');
  for (const text of ['970-555-7301', '(970) 555 7301', '+1 970.555.7301', '19705557301', '970–555–7301']) {
    expect(await idsOf(text), text).toEqual([plain, written]);
    const { body } = await service.call('Orders/List', { Text: text });
    expect(body.Records, text).toMatchObject(
      [plain, written].map((reference) => ({ TransactionReferenceNumber: reference })),
    );
  }
  expect(await idsOf('555-7301')).toEqual([elsewhere, plain, written]);
  expect(await idsOf('2 555 7301')).toEqual([elsewhere]);
  expect(await idsOf('55-7301')).toEqual([]);
  expect(await idsOf('7946 0958')).toEqual([abroad]);
  expect(await idsOf('+44 20 7946 0958')).toEqual([abroad]);
  expect(await idsOf('305-555-7301')).toEqual([]);
});

test('200 an order by its number that looks like a telephone number, before those with that telephone number', async () => {
  const own = await openWinery(server);
  const { reference } = await own.order({ OrderInfo: { OrderNo: '7205550177' } });
  const { reference: called } = await own.order({
    RecipientContactInfo: { ...recipient, PhoneNumber: '(720) 555-0177' },
  });
  expect(await idsOf('7205550177')).toEqual([reference, called]);
});

test('200 the order of a recipient who was corrected by the new contact only, and of an erased one by none', async () => {
  const own = await openWinery(server);
  const contact = { EmailAddress: 'first@mail.example', PhoneNumber: '4155550111' };
  const { reference } = await own.order({ RecipientContactInfo: { ...recipient, ...contact } });
  const changed = { EmailAddress: 'second@mail.example', PhoneNumber: '4155550122' };
  await own.client.call('SalesOrder/UpdateSalesOrder', {
    TransactionReferenceNumber: reference,
    RecipientContactInfo: changed,
  });
  for (const text of Object.values(contact)) expect(await idsOf(text), text).toEqual([]);
  for (const text of Object.values(changed)) expect(await idsOf(text), text).toEqual([reference]);
  await own.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: reference });
  await server.environment.db.rows('delete from sales_order_details where customer_no = $1 and order_id = $2', [
    own.customerNo,
    reference,
  ]);
  for (const text of Object.values(changed)) expect(await idsOf(text), text).toEqual([]);
});

test('200 no order by e-mail address or telephone number for the floor, which may not see them', async () => {
  const own = await openWinery(server);
  const contact = { EmailAddress: 'hidden@mail.example', PhoneNumber: '4155550133' };
  const { reference } = await own.order({ RecipientContactInfo: { ...recipient, ...contact } });
  const floor = await signedIn(server, 'floor');
  for (const Text of Object.values(contact)) {
    for (const role of ['lead', 'service', 'admin'] as const)
      expect(await idsOf(Text, await signedIn(server, role))).toEqual([reference]);
    expect(await idsOf(Text, floor)).toEqual([]);
    expect((await floor.call('Orders/List', { Text })).body.Records).toEqual([]);
  }
});

test('the statements of a search for a contact read its index in the sequence of the results', async () => {
  const { db } = server.environment;
  const recorder = recordStatements(db);
  for (const Text of ['unknown@mail.example', '7205550199']) await service.call('Search/Find', { Text });
  recorder.stop();
  const sent = recorder.take();
  for (const [column, index] of [
    ['recipient_email', 'order_index_by_email'],
    ['recipient_phone', 'order_index_by_phone_end'],
  ] as const) {
    const statement = sent.find(({ text }) => text.includes(`o.${column} <> ''`));
    const plan = await db.rows<{ 'QUERY PLAN': string }>(`explain ${statement?.text}`, statement?.values);
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toContain(`Index Scan using ${index}`);
    // On Citus the coordinator sorts what the shards return; the plan of a shard comes after this.
    expect(lines.split('Tasks Shown:').at(-1)).not.toContain('Sort');
  }
});

test('200 items by number and UPC, customers by number and name, returns by RMA number', async () => {
  const { db } = server.environment;
  const customerNo = await givenCustomer(db);
  await givenItems(db, customerNo, [{ itemNo: 'Q99-PINOT' }]);
  await db.rows("update skus set upc_code = '012345678905' where customer_no = $1", [customerNo]);
  expect(await find('q99-p')).toMatchObject([{ Kind: 'sku', CustomerNo: customerNo, Id: 'Q99-PINOT' }]);
  expect(await find('012345678905')).toMatchObject([{ Kind: 'sku', Id: 'Q99-PINOT' }]);
  // A UPC that was sent as a number has lost its leading zeros.
  await db.rows("update skus set upc_code = '12345678905' where customer_no = $1", [customerNo]);
  expect(await find('012345678905')).toMatchObject([{ Kind: 'sku', Id: 'Q99-PINOT' }]);
  expect(await find(customerNo.toLowerCase())).toContainEqual(
    expect.objectContaining({ Kind: 'customer', Id: customerNo }),
  );
  const { reference } = await winery.order();
  await db.rows(
    `insert into returns (customer_no, return_id, rma_number, order_id, order_no, warehouse, status, tracking_nos, carrier,
                          service, announced_at, announced_seq)
     values ($1, gen_random_uuid(), $2, $3, 'X', 'APC01', 'EXPECTED', '{}', 'FEX', 'GRND', now(), -1)`,
    [winery.customerNo, `RMA-${winery.customerNo}-900001`, reference],
  );
  expect(await find(`rma-${winery.customerNo.toLowerCase()}-900001`)).toMatchObject([
    { Kind: 'return', Label: `RMA-${winery.customerNo}-900001` },
  ]);
  const floor = await signedIn(server, 'floor', { warehouses: ['COB01'] });
  expect(await find(`RMA-${winery.customerNo}-900001`, floor)).toEqual([]);
});

test('200 what has the text as its whole name comes before orders whose number begins with it', async () => {
  const own = await openWinery(server);
  const { customerNo } = own;
  await givenItems(server.environment.db, customerNo, [{ itemNo: `${customerNo}-RED` }]);
  const orders: string[] = [];
  for (let n = 10; n < 22; n += 1) {
    for (const OrderNo of [`${customerNo}-${n}`, `${customerNo}-RED-${n}`])
      orders.push((await own.order({ OrderInfo: { OrderNo } })).reference);
  }
  const first = async (text: string) => (await find(text)).slice(0, 2).map(({ Kind, Label }) => [Kind, Label]);
  expect(await first(customerNo.toLowerCase())).toEqual([
    ['customer', customerNo],
    ['order', expect.stringContaining(customerNo)],
  ]);
  expect(await first(`Winery ${customerNo}`)).toEqual([['customer', customerNo]]);
  expect(await first(`${customerNo}-RED`)).toEqual([
    ['sku', `${customerNo}-RED`],
    ['order', expect.stringContaining(`${customerNo}-RED`)],
  ]);
  expect(await first(`${customerNo}-10`)).toEqual([['order', `${customerNo}-10`]]);
  expect(orders).toContain((await idsOf(`${customerNo}-10`))[0]);
});

test('200 purchase orders and transfer orders by number, CustomerReferenceNo and reference, but for the floor', async () => {
  const { customerNo, created } = await openInboundWinery(server);
  const purchase = await created({ CustomerReferenceNo: 'FALL-Bottling-7', ReferenceNo: 'TRUCK-88' });
  const sender = await openTransferWinery(server);
  const moved = await sender.transferred({ CustomerReferenceNo: 'To-Berlin-3' });
  const numbers = await server.environment.db.rows<{ number: string }>(
    `select purchase_order_number as number from purchase_orders where order_id = $1
      union all select transfer_order_number from transfer_orders where order_id = $2`,
    [purchase, moved],
  );
  const [bought, sent] = numbers.map(({ number }) => number);
  for (const text of ['fall-bottling-7', 'truck-88', purchase]) {
    expect(await find(text)).toEqual([
      { Kind: 'purchase order', CustomerNo: customerNo, Id: purchase, Label: bought, Detail: 'FALL-Bottling-7 · Open' },
    ]);
  }
  for (const text of ['TO-BERLIN-3', moved]) {
    expect(await find(text)).toMatchObject([
      { Kind: 'transfer order', CustomerNo: sender.customerNo, Id: moved, Label: sent },
    ]);
  }
  expect(await idsOf(bought ?? '')).toContain(purchase);
  expect(await idsOf(sent ?? '')).toContain(moved);
  const floor = await signedIn(server, 'floor');
  for (const text of ['fall-bottling-7', purchase, moved]) expect(await find(text, floor)).toEqual([]);
});

test('200 purchase orders and transfer orders whose CustomerReferenceNo or ReferenceNo is a UUID', async () => {
  const { created } = await openInboundWinery(server);
  const [reference, other, third] = ['c', 'd', 'e'].map((digit) => `${digit.repeat(8)}-7d4e-4b1a-9f00-5b6c7d8e9f01`);
  const purchase = await created({ CustomerReferenceNo: reference, ReferenceNo: other?.toUpperCase() });
  const sender = await openTransferWinery(server);
  const moved = await sender.transferred({ CustomerReferenceNo: third });
  const lists = await signedIn(server, 'admin');
  for (const [Text = '', id, list] of [
    [reference, purchase, 'PurchaseOrders/List'],
    [other, purchase, 'PurchaseOrders/List'],
    [third, moved, 'TransferOrders/List'],
  ] as const) {
    expect(await find(Text)).toMatchObject([{ Id: id }]);
    expect((await lists.call(list, { Text })).body.Records).toMatchObject([{ TransactionReferenceNumber: id }]);
  }
});

test('200 nothing for a text that nothing has, and for one with the characters of a pattern', async () => {
  for (const text of ['nobody has this', '%%%', '___', '\\\\\\', "';--", ' ', '\u{10ffff}']) {
    expect(await find(text)).toEqual([]);
  }
});

test('200 for the floor: the orders of its warehouses', async () => {
  const { orderNo, reference } = await winery.order();
  const there = await signedIn(server, 'floor', { warehouses: ['COB01'] });
  const here = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  for (const text of [orderNo, reference]) {
    expect(await idsOf(text, there)).toEqual([]);
    expect(await idsOf(text, here)).toEqual([reference]);
  }
});

test('without pg_trgm names are found by their beginning, and the start says what to do', async () => {
  const { db } = server.environment;
  expect(await ensureRecipientNameTrigramIndex(db)).toBeUndefined();
  await db.rows('drop extension pg_trgm cascade');
  const other = openWiredDb(server.database.options);
  try {
    expect(await ensureRecipientNameTrigramIndex(other)).toContain('create extension pg_trgm');
    await db.rows('create extension pg_trgm');
    expect(await ensureRecipientNameTrigramIndex(other)).toBeUndefined();
    const [row] = await db.rows<{ index: string | null }>(
      "select to_regclass('order_index_by_name_part')::text as index",
    );
    expect(row?.index).toBe('order_index_by_name_part');
  } finally {
    await other.close();
  }
});

test('400 without a text', async () => {
  expect((await service.call('Search/Find', {})).status).toBe(400);
  expect((await service.call('Search/Find', { Text: 'x'.repeat(101) })).status).toBe(400);
});

test('503 when the first of its pipelined statements was canceled', async () => {
  const lock = await server.database.pool.connect();
  try {
    await lock.query('begin; lock table order_index in access exclusive mode');
    const searching = service.call('Search/Find', { Text: 'CLB1001' });
    await untilBlocked(server.environment.db);
    await lock.query(
      `select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%order_index%'`,
    );
    await lock.query('rollback');
    expect(await searching).toMatchObject({ status: 503, body: { Code: 'Unavailable' } });
  } finally {
    await lock.query('rollback');
    lock.release();
  }
});

test('a search whose first statement fails leaves no rejection without a handler, also without the index of name parts', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const database = { rows: async () => [] } as unknown as DbReader;
  const rows = async (text: string) => {
    if (!text.includes('to_regclass')) throw new Error('canceled');
    await new Promise((resolve) => setImmediate(setImmediate, resolve));
    return [{ exists: false }];
  };
  await expect(
    searchOrders({ database, rows } as unknown as DbReader, 'CLB1001', {
      top: 10,
      warehouses: undefined,
      findsContacts: true,
    }),
  ).rejects.toThrow('canceled');
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
