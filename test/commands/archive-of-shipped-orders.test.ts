/** Archived months of orders that were shipped and returned: all of `dray verify` stays clean, and large months are written whole. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveMonths, restoreArchivedMonths } from '../../src/archive.ts';
import { rollUpMovements } from '../../src/inventory/index.ts';
import { indexOrdersAndVerifyDatabase } from '../../src/verify.ts';
import { shipPackages } from '../../src/warehouse/index.ts';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { givenStock } from '../support/catalog.ts';
import { boxSize, openFloor, scanOf, worked } from '../support/floor.ts';
import { privateFolder } from '../support/process.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

const timeZone = 'America/Los_Angeles';
const folder = privateFolder();
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

test('verification stays clean for orders and returns whose movements are archived, and finds what is lost after them', async () => {
  const { db } = server.environment;
  const winery = await openReturnsWinery(server);
  const { customerNo } = winery;
  const returned = async (orderNo: string) => {
    await winery.delivered({ OrderInfo: { OrderNo: orderNo, TransmissionId: orderNo } });
    const sent = await winery.sendBack({ OrderNo: orderNo });
    if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
    await winery.advance(12);
  };
  await returned('OLD-1');
  const shipped = await winery.delivered({ OrderInfo: { OrderNo: 'OPEN-1', TransmissionId: 'OPEN-1' } });
  const announced = await winery.sendBack({ OrderNo: 'OPEN-1', Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  expect(announced.status).toBe(200);
  const [last] = await db.rows<{ seq: number }>('select max(seq) as seq from movements where customer_no = $1', [
    customerNo,
  ]);
  // The first movement that is kept: orders before it are not compared with the ledger.
  await givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity: 1 }]);
  await returned('NEW-1');
  await db.rows(`select ensure_month('movements', '2026-02-01')`);
  await db.rows(`update movements set at = '2026-02-10' where customer_no = $1 and seq <= $2`, [customerNo, last?.seq]);
  await rollUpMovements(db, { timeZone, minUnrolled: 1 });
  expect(await indexOrdersAndVerifyDatabase(db)).toEqual([]);

  await archiveMonths(server.environment, folder.path, Temporal.PlainDate.from('2026-03-01'));
  expect(await indexOrdersAndVerifyDatabase(db)).toEqual([]);

  // What was announced before arrives, and the rest can still be announced.
  expect(await winery.movements(shipped)).toEqual([]);
  await winery.advance(12);
  const rest = await winery.sendBack({ OrderNo: 'OPEN-1' });
  await winery.advance(12);
  const found = async ({ body }: Json) =>
    (await winery.find(body.RMANumber)).lines.map(({ itemNo, findings }) => [itemNo, findings[0]?.quantity]);
  expect(await found(announced)).toEqual([['WINE-1', 2]]);
  expect(await found(rest)).toEqual([
    ['WINE-1', 4],
    ['WINE-2', 3],
  ]);
  expect(await indexOrdersAndVerifyDatabase(db)).toEqual([]);

  const [lost] = await db.rows<{ seq: number }>(
    `delete from movements where customer_no = $1 and type = 'Sales order' returning seq`,
    [customerNo],
  );
  expect(lost).toBeDefined();
  expect((await indexOrdersAndVerifyDatabase(db)).join('\n')).toMatch(/shipped in packages, 0 posted in the ledger/);
});

test('verification stays clean when a transaction of an archived month was committed after one of the next month', async () => {
  const { db } = server.environment;
  const winery = await openReturnsWinery(server);
  const { customerNo } = winery;
  const setTime = async (at: string, from: number) => {
    await db.rows('update movements set at = $3 where customer_no = $1 and seq >= $2', [customerNo, from, at]);
  };
  const nextSeq = async () => {
    const [counter] = await db.rows<{ next: number }>(
      'select last_seq + 1 as next from commit_counters where customer_no = $1',
      [customerNo],
    );
    return counter?.next ?? 0;
  };
  await db.rows(`select ensure_month('movements', m) from unnest('{2026-04-01,2026-05-01}'::date[]) m`);
  await setTime('2026-04-10T00:00:00Z', 0);
  const early = await nextSeq();
  await givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity: 1 }]);
  await setTime('2026-05-01T00:00:00.1Z', early);
  const begunInApril = await nextSeq();
  await winery.delivered({ OrderInfo: { OrderNo: 'LATE-1', TransmissionId: 'LATE-1' } });
  expect((await winery.sendBack({ OrderNo: 'LATE-1' })).status).toBe(200);
  await winery.advance(12);
  await setTime('2026-04-30T23:59:59.9Z', begunInApril);
  await rollUpMovements(db, { timeZone, minUnrolled: 1 });
  const faults = async () => (await indexOrdersAndVerifyDatabase(db)).filter((fault) => fault.includes(customerNo));
  expect(await faults()).toEqual([]);
  await archiveMonths(server.environment, folder.path, Temporal.PlainDate.from('2026-05-01'));
  expect(await faults()).toEqual([]);
});

test('verification stays clean for a box that was lost in a month after that in which its order shipped', async () => {
  const { db } = server.environment;
  const floor = await openFloor(server);
  const winery = await floor.winery();
  const { customerNo } = winery;
  const ItemsInfo = ['WINE-1', 'WINE-2'].map((ItemNo) => ({ ItemNo, ItemQuantity: 1 }));
  const { orderNo, reference } = await winery.waiting({ ItemsInfo });
  await floor.release(winery, reference);
  const { Session } = await floor.packInto(orderNo, ['WINE-1']);
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-2'));
  await floor.pack('FinishBox', { Session, Box: 2, WeightLb: 4, ...boxSize });
  const { Boxes } = await floor.pack('BuyLabels', { Session });
  const [box] = await db.rows<{ id: string }>(
    'select package_id as id from packages where customer_no = $1 and tracking_no = $2',
    [customerNo, Boxes[0].TrackingNumber],
  );
  const leaving = new Set([box?.id ?? '']);
  await db.write((tx) => shipPackages(tx, { customerNo, at: Temporal.Now.instant(), orderIds: [reference], leaving }));
  await db.rows(`select ensure_month('movements', '2026-06-01')`);
  await db.rows(`update movements set at = '2026-06-10' where customer_no = $1`, [customerNo]);
  const { TrackingNumber } = Boxes[1];
  const order = { CustomerNo: customerNo, TransactionReferenceNumber: reference };
  await floor.led('ReportLostBox', { ...order, TrackingNumber, ReasonCode: 'LOST' });
  await rollUpMovements(db, { timeZone, minUnrolled: 1 });
  const faults = async () => (await indexOrdersAndVerifyDatabase(db)).filter((fault) => fault.includes(customerNo));
  expect(await faults()).toEqual([]);
  await archiveMonths(server.environment, folder.path, Temporal.PlainDate.from('2026-07-01'));
  expect(await faults()).toEqual([]);
  // What may still come back is what left.
  expect(await floor.lead.call('Returns/Announce', { ...order, Warehouse: worked })).toMatchObject({ status: 200 });
  expect(await faults()).toEqual([]);
  const [line, ...others] = await db.rows<{ item: string; units: number }>(
    'select item_no as item, expected as units from return_lines where customer_no = $1',
    [customerNo],
  );
  expect([line, others]).toEqual([{ item: 'WINE-1', units: 1 }, []]);
});

test('a month of many rows is archived and restored while the file is slower than the database', async () => {
  const { db } = server.environment;
  const { customerNo } = await server.customer();
  await db.rows(`select ensure_month('log', '2026-01-01')`);
  await db.rows(
    `insert into log (customer_no, seq, at, occurred_at, kind, subject, reference, operation, actor, data)
     select $1, 1000000 + n, '2026-01-15T00:00:00Z', '2026-01-15T00:00:00Z', 'sku.changed', gen_random_uuid(), gen_random_uuid(), 'Test',
            'test', json_build_object('text', repeat(md5(n::text), 3))
       from generate_series(1, 60000) n`,
    [customerNo],
  );
  const done: number[] = [];
  const before = Temporal.PlainDate.from('2026-02-01');
  await archiveMonths(server.environment, folder.path, before, ({ table, rows }) => table === 'log' && done.push(rows));
  expect(done).toEqual([60_000]);
  await restoreArchivedMonths(server.environment, folder.path, Temporal.PlainDate.from('2026-01-01'));
  const [found] = await db.rows<{ rows: number }>(`select count(*)::int as rows from log where at < '2026-02-01'`);
  expect(found).toEqual({ rows: 60_000 });
});
