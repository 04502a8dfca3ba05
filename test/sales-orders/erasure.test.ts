/** Deleting the details of an order erases its recipient everywhere: the data that is kept, the refusals, and the replies afterward. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { lockOrderDetailsForShare, lockSalesOrders } from '../../src/sales-orders/index.ts';
import { storePackedOrderDocument } from '../../src/shipping-labels/index.ts';
import { indexOrdersAndVerifyDatabase } from '../../src/verify.ts';
import { openReturnsWinery, type ReturnsWinery } from '../returns/returns-winery.ts';
import { openFloor } from '../support/floor.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { signedIn } from '../support/operator.ts';
import { recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await openTestServer();
  ({ db } = server.environment);
});
afterAll(async () => {
  expect(await indexOrdersAndVerifyDatabase(db)).toEqual([]);
  await server.close();
});

/** As the guide erases an order with its reshipments: by its number. */
const erase = (customerNo: string, orderNo: string) =>
  db.rows(
    `with erased as (select order_id from sales_orders where customer_no = $1 and order_no = $2 order by order_id for no key update)
     delete from sales_order_details where customer_no = $1 and order_id in (select order_id from erased)`,
    [customerNo, orderNo],
  );

/** The tables with rows of this customer that contain a text. */
async function tablesWith(text: string, customerNo: string): Promise<string[]> {
  const tables = await db.rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_no'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.rows(`select from ${name} t where customer_no = $1 and strpos(t::text, $2) > 0 limit 1`, [
      customerNo,
      text,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** A delivered order of this person that came back and was sent once more; everything that shows a person was stored. */
async function returnedOf(winery: ReturnsWinery, OrderNo: string, LastName: string): Promise<void> {
  const { customerNo } = winery;
  const person = { ...recipient, LastName, EmailAddress: `${LastName}@example.com`, Address2: `Care of ${LastName}` };
  const orderId = await winery.delivered({
    RecipientContactInfo: person,
    BillingContactInfo: person,
    AdditionalFields: { Member: LastName },
    ItemsInfo: [
      { ItemNo: 'WINE-1', ItemQuantity: 6, UnitPrice: 40.5, AdditionalFields: { Engraving: LastName } },
      { ItemNo: 'WINE-2', ItemQuantity: 3, Group: 'reds' },
    ],
    OrderInfo: { OrderNo, GiftCard: 1, GiftCardMessage: `For ${LastName}`, SpecialInstructions: `Ring at ${LastName}` },
  });
  await storePackedOrderDocument(server.environment, { customerNo, orderId });
  await winery.sendBack({ OrderNo, ReturnReason: `${LastName} was away`, DispositionCode: 'Reship' });
  await winery.advance(40);
  expect((await winery.track(OrderNo)).length).toBeGreaterThan(1);
  await catchUpOrderIndex(db);
}

test('nothing of the recipient is left in any table, and nothing of another order is erased', async () => {
  const winery = await openReturnsWinery(server);
  const { customerNo, client } = winery;
  await returnedOf(winery, 'ERASED-1', 'Gonelastname');
  await returnedOf(winery, 'KEPT-1', 'Keptlastname');
  const details = ['return_details', 'sales_order_details', 'sales_orders'];
  const copies = ['movement_names', 'order_index', 'printed_documents', ...details];
  const lines = async () => {
    const values = [customerNo, 'ERASED-1'];
    const sql = 'select lines from sales_orders where customer_no = $1 and order_no = $2 order by order_id';
    return (await db.rows<{ lines: Json[] }>(sql, values)).map((order) => order.lines);
  };
  expect(await tablesWith('Gonelastname', customerNo)).toEqual(copies);
  const before = await lines();
  await erase(customerNo, 'ERASED-1');
  expect(await lines()).toEqual(before.map((order) => order.map(({ additionalFields: _, ...line }) => line)));
  expect(await tablesWith('Gonelastname', customerNo)).toEqual([]);
  expect(await tablesWith('Keptlastname', customerNo)).toEqual(copies);
  const [tracked] = await winery.track('ERASED-1');
  expect(tracked).toMatchObject({ Status: expect.stringMatching(/./), ShipToName: '', ShipToAddress: '' });
  const { body } = await client.call('Inventory/GetTransactions', {
    TransactionStartDateTime: '2031-01-01T00:00:00Z',
    TransactionTypes: ['Sales order', 'Return Order'],
  });
  const names = new Set(body.InventoryTransactions.map(({ ShipToName }: Json) => ShipToName));
  expect(names).toEqual(new Set(['', 'Sample Keptlastname']));
  const service = await signedIn(server, 'service');
  const found = async (Text: string) => (await service.call('Search/Find', { Text })).body.Results.length;
  expect([await found('Gonelastname'), await found('Keptlastname')]).toEqual([0, 2]);
});

test('an order that is neither shipped nor canceled keeps its recipient, and what to do is said', async () => {
  const winery = await openReturnsWinery(server);
  const { customerNo } = winery;
  const RecipientContactInfo = { ...recipient, ZipCode: 'Goneaddress' };
  const orderId = await winery.created({ RecipientContactInfo, OrderInfo: { OrderNo: 'OPEN-1' } });
  expect(await tablesWith('Goneaddress', customerNo)).toContain('sales_order_holds');
  await expect(erase(customerNo, 'OPEN-1')).rejects.toThrow(
    `order OPEN-1 of customer ${customerNo} is ON CUSTOMER SERVICE HOLD: cancel it, or let it ship, before its recipient is erased`,
  );
  await winery.cancel({ TransactionReferenceNumber: orderId });
  await erase(customerNo, 'OPEN-1');
  await catchUpOrderIndex(db);
  expect(await tablesWith('Goneaddress', customerNo)).toEqual([]);
});

test('an erasure beside a change that copies the recipient waits for its order: neither ends in a deadlock', async () => {
  const winery = await openReturnsWinery(server);
  const { customerNo } = winery;
  const orderId = await winery.delivered({
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1, AdditionalFields: { Engraving: 'Gonelastname' } }],
    OrderInfo: { OrderNo: 'BESIDE-1' },
  });
  const key = { customerNo, orderId };
  let erasing: Promise<unknown> = Promise.resolve();
  let runs = 0;
  // As the disposal of a return locks.
  const copied = await db.write(async (tx) => {
    runs += 1;
    await lockSalesOrders(tx, [key]);
    if (runs === 1) {
      erasing = erase(customerNo, 'BESIDE-1');
      erasing.catch(() => undefined);
      await untilBlocked(db);
    }
    return await lockOrderDetailsForShare(tx, [key]);
  });
  await erasing;
  expect([runs, copied.size]).toEqual([1, 1]);
  expect(await tablesWith('Gonelastname', customerNo)).toEqual([]);
});

test('nothing of the recipient of a JIT order or a will-call order is left in any table', async () => {
  const winery = await openReturnsWinery(server);
  const { customerNo, client } = winery;
  const person = { ...recipient, LastName: 'Gonelastname' };
  const willCall = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL', ServiceWarehouseLocation: 'APC01' };
  const jit = { OrderType: 'JIT', OrderNo: 'JIT-GONE-1' };
  await winery.created({ RecipientContactInfo: person, OrderInfo: jit });
  expect((await client.call('SalesOrder/GenerateJitLabel', { OrderNo: 'JIT-GONE-1' })).status).toBe(200);
  const collected = { RecipientContactInfo: person, ShipmentInfo: willCall, OrderInfo: { OrderNo: 'WILL-GONE-1' } };
  const orders = [await winery.delivered(collected)];
  for (const orderId of orders) await storePackedOrderDocument(server.environment, { customerNo, orderId });
  await catchUpOrderIndex(db);
  expect(await tablesWith('Gonelastname', customerNo)).toContain('printed_documents');
  for (const orderNo of ['JIT-GONE-1', 'WILL-GONE-1']) await erase(customerNo, orderNo);
  expect(await tablesWith('Gonelastname', customerNo)).toEqual([]);
});

test('the note of the floor about an order is emptied with its recipient', async () => {
  const floor = await openFloor(server);
  const winery = await floor.winery();
  const { customerNo } = winery;
  const { orderNo, reference } = await winery.waiting();
  await floor.release(winery, reference);
  const order = { CustomerNo: customerNo, TransactionReferenceNumber: reference };
  await floor.led('TakeBack', { Orders: [order], Note: 'Gonelastname is away' });
  await winery.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: reference });
  await catchUpOrderIndex(db);
  const notes = () => db.rows('select note from floor_work where customer_no = $1', [customerNo]);
  expect(await notes()).toEqual([{ note: 'Gonelastname is away' }]);
  await erase(customerNo, orderNo);
  expect(await notes()).toEqual([{ note: '' }]);
});
