/** Audit/List: newest first, by page and filter. */
import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type AuditEntry, recordAudit } from '../../src/operators/index.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openDock } from '../support/receiving.ts';
import { openReturnStation } from '../support/return-station.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { transferRequest } from '../support/transfer-orders.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

async function record(entry: AuditEntry, by: OperatorClient = admin) {
  const { operatorId, email } = by.operator;
  const context = { operatorId, actor: `operator:${email}`, operation: 'Test/Test', reference: uuidv7() };
  await server.environment.db.write(async (tx) => recordAudit(tx, context, entry));
  return context;
}

const actionsOf = async (filter: object): Promise<string[]> =>
  (await admin.call('Audit/List', filter)).body.Records.map(({ Action }: { Action: string }) => Action);

test('200 returns before and after, who, what and for which customer', async () => {
  const { actor, reference } = await record({
    action: 'hold.released',
    subject: 'SO-1',
    customerNo: 'WINERY',
    before: { Holds: ['Winery'] },
    after: { Holds: [] },
  });
  const { status, body } = await admin.call('Audit/List', { Subjects: ['SO-1'] });
  expect([status, body]).toEqual([
    200,
    {
      Records: [
        {
          Id: expect.any(String),
          At: expect.stringMatching(/Z$/),
          Actor: actor,
          Operation: 'Test/Test',
          Reference: reference,
          Action: 'hold.released',
          Subject: 'SO-1',
          CustomerNo: 'WINERY',
          CustomerName: '',
          Before: { Holds: ['Winery'] },
          After: { Holds: [] },
        },
      ],
      Count: 1,
    },
  ]);
});

test('200 names documents by their own numbers', async () => {
  const dock = await openDock(server);
  const winery = await openWinery(server);
  const { reference: held, orderNo } = await winery.order();
  const key = { CustomerNo: winery.customerNo, TransactionReferenceNumber: held };
  expect((await admin.call('Holds/Place', { ...key, Reason: 'Other address' })).status).toBe(200);
  const { reference, orderId } = await dock.ordered();
  const { purchase_order_number: number } = await dock.winery.order(orderId);
  const { Receipt, CustomerNo } = await dock.open(reference);
  await dock.receive('Discard', { CustomerNo, Receipt, Reason: 'Wrong truck' });
  const documentsOf = async (subject: string) =>
    (await admin.call('Audit/List', { Subjects: [subject] })).body.Records.map(
      ({ Document }: { readonly Document?: object }) => Document,
    );
  const ordered = { Kind: 'PurchaseOrder', Number: number, TransactionReferenceNumber: orderId };
  expect(await documentsOf(held)).toEqual([{ Kind: 'SalesOrder', Number: orderNo, TransactionReferenceNumber: held }]);
  await catchUpOrderIndex(server.environment.db);
  expect(await documentsOf(orderNo.toLowerCase())).toEqual(await documentsOf(held));
  expect(await documentsOf(Receipt)).toEqual([ordered, ordered]);
  for (const name of [number as string, reference]) {
    expect(await documentsOf(name.toLowerCase()), name).toEqual([ordered, ordered]);
  }
  const unknown = uuidv7();
  await record({ action: 'hold.released', subject: unknown, customerNo: winery.customerNo });
  expect(await documentsOf(unknown)).toEqual([undefined]);
});

test('200 finds transfer orders, returns and items by their numbers, in any letter case', async () => {
  const { winery, arrived } = await openReturnStation(server);
  const { winery: docked } = await openDock(server);
  const { db } = server.environment;
  const actionsNamed = async (name: string, customerNo: string): Promise<string[]> =>
    await actionsOf({ Subjects: [name.toLowerCase()], Customers: [customerNo] });
  const sent = { CustomerNo: docked.customerNo, ...transferRequest({ CustomerReferenceNo: 'Move-1' }) };
  expect((await admin.call('TransferOrders/Create', sent)).status).toBe(200);
  const [transfer] = await db.rows<{ number: string }>(
    'select transfer_order_number as number from transfer_orders where customer_no = $1',
    [docked.customerNo],
  );
  for (const name of ['Move-1', transfer?.number as string]) {
    expect(await actionsNamed(name, docked.customerNo), name).toEqual(['transfer_order.created']);
  }
  const [named] = (await admin.call('Audit/List', { Subjects: ['MOVE-1'], Customers: [docked.customerNo] })).body
    .Records;
  expect(named.CustomerName).toBe(`Winery ${docked.customerNo}`);
  const item = { CustomerNo: docked.customerNo, ItemNo: 'PIN', Description: 'Pinot Noir of the hill' };
  expect((await admin.call('SKUs/Update', item)).status).toBe(200);
  expect(await actionsNamed('PIN', docked.customerNo)).toEqual(['sku.updated']);
  const { TransactionReferenceNumber: returnId } = await arrived('BACK-1');
  const [found] = await db.rows<{ number: string }>(
    'select rma_number as number from returns where customer_no = $1 and return_id = $2',
    [winery.customerNo, returnId],
  );
  expect(await actionsNamed(found?.number as string, winery.customerNo)).toEqual([
    'return.received',
    'return.announced',
  ]);
});

test('200 finds the order of the winery that is asked for, however many others have one of its number', async () => {
  const { db } = server.environment;
  const { winery, ordered } = await openDock(server);
  const { orderId } = await ordered();
  const others = Array.from({ length: 101 }, (_, n) => ({
    customerNo: `${winery.customerNo}-${n}`,
    orderId: uuidv7(),
  }));
  const [copied] = await db.rows<{ number: string }>(
    `insert into purchase_orders
     select (jsonb_populate_record(o, to_jsonb(c))).*
       from purchase_orders o, unnest($3::text[], $4::uuid[]) c (customer_no, order_id)
      where o.customer_no = $1 and o.order_id = $2
     returning purchase_order_number as number`,
    [winery.customerNo, orderId, others.map((other) => other.customerNo), others.map((other) => other.orderId)],
  );
  const { customerNo = '', orderId: subject = '' } = others.at(-1) ?? {};
  await record({ action: 'purchase_order.updated', subject, customerNo });
  expect(await actionsOf({ Subjects: [copied?.number], Customers: [customerNo] })).toEqual(['purchase_order.updated']);
});

test('200 finds a subject that is too long for an index by its first 255 characters', async () => {
  const subject = Array.from({ length: 100 }, (_, n) => hash('sha256', `${n}`, 'hex')).join(' ');
  await record({ action: 'subject.long', subject });
  expect(await actionsOf({ Subjects: [subject.slice(0, 255)] })).toEqual(['subject.long']);
});

test('200 returns pages, the newest first', async () => {
  for (const n of [1, 2, 3, 4, 5]) await record({ action: `page.${n}`, subject: 'PAGES' });
  const first = await admin.call('Audit/List', { Subjects: ['PAGES'], Top: 2 });
  const second = await admin.call('Audit/List', { Subjects: ['PAGES'], Top: 2, After: first.body.Next });
  const third = await admin.call('Audit/List', { Subjects: ['PAGES'], Top: 2, After: second.body.Next });
  const pages = [first, second, third].map(({ body }) => body.Records.map(({ Action }: { Action: string }) => Action));
  expect(pages).toEqual([['page.5', 'page.4'], ['page.3', 'page.2'], ['page.1']]);
  expect([first.body.Count, third.body.Next]).toEqual([5, undefined]);
});

test('200 filters by operator, customer, action and time, alone and together', async () => {
  const other = await signedIn(server, 'service');
  await record({ action: 'filter.one', subject: 'F', customerNo: 'C1' }, other);
  await record({ action: 'filter.two', subject: 'F', customerNo: 'C2' }, other);
  const Operators = [other.operator.email.toUpperCase()];
  expect(await actionsOf({ Operators })).toEqual(['filter.two', 'filter.one']);
  expect(await actionsOf({ Customers: ['C1'] })).toEqual(['filter.one']);
  expect(await actionsOf({ Actions: ['filter.two'], Operators, Customers: ['C2'] })).toEqual(['filter.two']);
  expect(await actionsOf({ Actions: ['filter.two'], Operators, Customers: ['C1'] })).toEqual([]);
  expect(await actionsOf({ Operators, From: '2020-01-01T00:00:00Z', To: '2200-01-01T00:00:00Z' })).toHaveLength(2);
  expect(await actionsOf({ Operators, To: '2020-01-01T00:00:00Z' })).toEqual([]);
  expect(await actionsOf({ Operators, From: '2200-01-01T00:00:00Z' })).toEqual([]);
});

test('200 reads a time without an offset, and a day, in the time zone of the operator', async () => {
  await record({ action: 'zone.one', subject: 'Z' });
  const now = Temporal.Now.zonedDateTimeISO(server.environment.config.timeZone);
  const near = (minutes: number) => now.add({ minutes }).toPlainDateTime().toString({ smallestUnit: 'minute' });
  expect(await actionsOf({ Subjects: ['Z'], From: near(-2), To: near(2) })).toEqual(['zone.one']);
  // More than an hour: in the hour that is repeated in autumn a range begins the first time, which may be over.
  expect(await actionsOf({ Subjects: ['Z'], From: near(90) })).toEqual([]);
  const today = now.toPlainDate();
  const days = { From: today.subtract({ days: 1 }).toString(), To: today.add({ days: 1 }).toString() };
  expect(await actionsOf({ Subjects: ['Z'], ...days })).toEqual(['zone.one']);
  // In the hour that is repeated in autumn a range begins the first time and ends the second time.
  await server.environment.db.rows(
    `insert into operator_audit (audit_id, reference, actor, operation, action, subject)
     values (uuidv7($1::timestamptz - now()), $2, '', '', 'zone.repeated', 'Z')`,
    ['2025-11-02T09:30:00Z', uuidv7()],
  );
  const repeated = { From: '2025-11-02T01:15:00', To: '2025-11-02T01:45:00' };
  expect(await actionsOf({ Subjects: ['Z'], ...repeated })).toEqual(['zone.repeated']);
});

test('200 includes an entry whose time is the end of the range, also of a long transaction', async () => {
  await server.environment.db.write(async (tx) => {
    await tx.rows('select pg_sleep(0.05)');
    recordAudit(
      tx,
      { actor: 'test', operation: 'Test/Test', reference: uuidv7() },
      { action: 'end.one', subject: 'E' },
    );
  });
  const { body } = await admin.call('Audit/List', { Subjects: ['E'] });
  const { At } = body.Records[0];
  expect(await actionsOf({ Subjects: ['E'], From: At, To: At })).toEqual(['end.one']);
});

test('400 for an After that no page returned', async () => {
  const { status, body } = await admin.call('Audit/List', { After: 'x' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'After']);
});
