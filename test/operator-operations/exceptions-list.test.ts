/** Exceptions/List: short orders and packages in trouble. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

let server: TestServer;
let service: OperatorClient;
let customerNo: string;
let short: readonly string[];
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
  const winery = await openReturnsWinery(server);
  ({ customerNo } = winery);
  await winery.delivered({ OrderInfo: { OrderNo: 'BACK-1' } });
  // Its packages turn back at once.
  expect((await winery.sendBack({ OrderNo: 'BACK-1' })).status).toBe(200);
  const ItemsInfo = [{ ItemNo: 'WINE-2', ItemQuantity: 1_000 }];
  short = [
    await winery.created({ OrderInfo: { OrderNo: 'SHORT-1' }, ItemsInfo }),
    await winery.created({ OrderInfo: { OrderNo: 'SHORT-2' }, ItemsInfo }),
  ];
  await catchUpOrderIndex(server.environment.db);
});
afterAll(() => server.close());

const list = async (request: object) => (await service.call('Exceptions/List', request)).body;
const namesOf = (body: Json): string[] => body.Records.map(({ Kind, OrderNo }: Json) => `${Kind} ${OrderNo}`);

test('200 lists what needs a person, oldest first', async () => {
  const { status, body } = await service.call('Exceptions/List');
  expect([status, body.Count, namesOf(body).toSorted()]).toEqual([
    200,
    3,
    ['Package BACK-1', 'Short SHORT-1', 'Short SHORT-2'],
  ]);
  const times = body.Records.map(({ Since }: Json) => Date.parse(Since));
  expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
  expect(body.Records.find(({ OrderNo }: Json) => OrderNo === 'SHORT-1')).toEqual({
    Kind: 'Short',
    CustomerNo: customerNo,
    CustomerName: `Winery ${customerNo}`,
    TransactionReferenceNumber: short[0],
    OrderNo: 'SHORT-1',
    Warehouse: expect.any(String),
    Since: expect.stringMatching(/Z$/),
    TrackingNumber: '',
    Label: '',
    Text: '1000 units are short.',
  });
  expect(body.Records.find(({ Kind }: Json) => Kind === 'Package')).toMatchObject({
    TrackingNumber: expect.stringMatching(/\d/),
    Text: expect.stringMatching(/^The carrier is bringing the package back\./),
  });
});

test('200 continues a page after its last entry, and filters', async () => {
  const all = namesOf(await list({}));
  const seen: string[] = [];
  let After: string | undefined;
  do {
    const body = await list({ Top: 2, ...(After && { After }) });
    seen.push(...namesOf(body));
    expect(body.Count).toBe(3);
    After = body.Next;
  } while (After !== undefined);
  expect(seen).toEqual(all);
  expect(namesOf(await list({ Kinds: ['Short'], Customers: [customerNo] }))).toEqual([
    'Short SHORT-1',
    'Short SHORT-2',
  ]);
  expect(await list({ Kinds: ['Exception'] })).toEqual({ Records: [], Count: 0 });
  expect(await list({ Warehouses: ['TWL01'] })).toEqual({ Records: [], Count: 0 });
});

test('200 lists an order with nothing left to ship once, on one page', async () => {
  await server.database.pool.query("update order_index set status = 'EXCEPTION' where order_id = $1", [short[0]]);
  // Also when it was a problem on the floor before.
  await server.database.pool.query("update sales_orders set status = 'EXCEPTION' where order_id = $1", [short[0]]);
  await server.database.pool.query(
    `insert into floor_work (customer_no, order_id, order_no, shipment_key, warehouse, carrier, state, units, lines, released_at, changed_at)
     select customer_no, order_id, order_no, '', warehouse, carrier, 'problem', 1, 1, now(), now() from sales_orders where order_id = $1`,
    [short[0]],
  );
  const all = await list({});
  expect([all.Count, namesOf(all).toSorted()]).toEqual([3, ['Exception SHORT-1', 'Package BACK-1', 'Short SHORT-2']]);
  const first = await list({ Top: 1, Customers: [customerNo], Kinds: ['Short', 'Exception'] });
  expect([first.Count, namesOf(first)]).toEqual([2, ['Exception SHORT-1']]);
  const second = await list({ Top: 1, Customers: [customerNo], Kinds: ['Short', 'Exception'], After: first.Next });
  expect([namesOf(second), second.Next]).toEqual([['Short SHORT-2'], undefined]);
});

test('200 omits a package of which nothing has changed for 30 days', async () => {
  const { db } = server.environment;
  const setBack = (days: number) =>
    db.rows(`update packages set last_activity_at = now() - make_interval(days => $2) where customer_no = $1`, [
      customerNo,
      days,
    ]);
  await setBack(29);
  expect(namesOf(await list({ Kinds: ['Package'] }))).toEqual(['Package BACK-1']);
  await setBack(31);
  expect(await list({ Kinds: ['Package'] })).toEqual({ Records: [], Count: 0 });
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await service.call('Exceptions/List', { Kinds: ['Odd'], After: 'elsewhere' });
  expect([status, body.Errors.map(({ Field }: Json) => Field)]).toEqual([400, ['Kinds[0]', 'After']]);
});
