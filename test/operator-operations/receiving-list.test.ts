/** Receiving/List: the orders that warehouses expect, without quantities, and the people who count them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportedRows } from '../support/list-export.ts';
import { type Dock, dock, openDock } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { transfer } from '../transfer-orders/transfer-winery.ts';

let server: TestServer;
let at: Dock;
beforeAll(async () => {
  server = await openTestServer();
  at = await openDock(server);
});
afterAll(() => server.close());

test('200 the orders of the warehouse and the open receipts, without quantities', async () => {
  // Digits that no id and no time contains by chance.
  const { reference, orderId } = await at.ordered(undefined, 777_713);
  const listed = async () => (await at.receive('List', { Warehouses: [dock] })).Expected;
  expect(await listed()).toMatchObject([
    { Kind: 'purchase order', CustomerReferenceNo: reference, Warehouse: dock, Status: 'OPEN' },
  ]);
  expect(JSON.stringify(await listed())).not.toContain('777713');
  const { Receipt, CustomerNo } = await at.open(reference);
  const { Receipts } = await at.receive('List', {});
  expect(Receipts).toMatchObject([{ Receipt, Units: 0, IsMine: true, IsFree: false, Pallet: 1 }]);
  const { body } = await at.lead.call('Receiving/List', { Warehouses: ['TWL01'] });
  expect(body).toMatchObject({ Expected: [], Receipts: [] });
  expect(body.Next).toBeUndefined();
  await at.receive('Discard', { CustomerNo, Receipt, Reason: 'Done' });
  await at.winery.cancel({ CustomerReferenceNo: reference });
  expect([orderId.length, await listed()]).toEqual([36, []]);
});

test('200 pages of all open receipts and expected orders, whatever their number; the export has them', async () => {
  const { db } = server.environment;
  for (let nth = 0; nth < 3; nth += 1) await at.ordered();
  const { Receipt } = await at.open((await at.ordered()).reference);
  const [{ columns }] = (await db.rows<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ',') as columns from information_schema.columns
      where table_name = 'receipts' and column_name not in ('receipt_id', 'pallet')`,
  )) as [{ columns: string }];
  await db.rows(
    `insert into receipts (receipt_id, pallet, ${columns}) select gen_random_uuid(), n + 1, ${columns} from receipts r, generate_series(1, 501) n
      where r.receipt_id = $1`,
    [Receipt],
  );
  const receipts = new Set<string>();
  const expected: string[] = [];
  let After: string | undefined;
  do {
    const page = await at.receive('List', { Warehouses: [dock], Top: 300, ...(After && { After }) });
    for (const listed of page.Receipts) receipts.add(listed.Receipt);
    expected.push(...page.Expected.map(({ OrderNumber }: { OrderNumber: string }) => OrderNumber));
    After = page.Next;
  } while (After !== undefined);
  expect([receipts.size, expected.length, new Set(expected).size]).toEqual([502, 4, 4]);
  const rows = await exportedRows(server, at.lead, 'Receiving/List', { Warehouses: [dock] });
  expect(Object.groupBy(rows, ({ List = '' }) => List)).toMatchObject({
    Receipts: { length: 502 },
    Expected: { length: 4 },
  });
});

test('200 pages of one row have all orders of a day, of whatever kind, once each', async () => {
  const first = await at.ordered();
  const info = { RequestedDate: '03/05/2031', CustomerReferenceNo: 'MOVED-1' };
  const moved = await at.winery.client.call(
    'InventoryMovement/CreateTransferOrder',
    transfer(info, [{ ItemNo: 'PIN', ItemQuantity: 1 }]),
  );
  const last = await at.ordered();
  const ids = new Set([first.orderId, moved.body, last.orderId]);
  await server.environment.db.rows(
    `update purchase_orders set requested_date = '2031-03-05' where customer_no = $1 and order_id = any ($2::uuid[])`,
    [at.winery.customerNo, [...ids]],
  );
  const listed: unknown[] = [];
  for (let After: string | undefined; ; ) {
    const page = await at.receive('List', { Warehouses: [dock], Top: 1, ...(After && { After }) });
    listed.push(
      ...page.Expected.map((order: { TransactionReferenceNumber: string }) => order.TransactionReferenceNumber),
    );
    After = page.Next;
    if (After === undefined) break;
  }
  expect(listed.filter((id) => ids.has(id as string))).toEqual([...ids]);
});

test('400 a filter that is none', async () => {
  expect((await at.receiver.call('Receiving/List', { Warehouses: 'APC01' })).status).toBe(400);
});
