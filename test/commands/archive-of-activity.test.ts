/** The activity of months, the basis of invoices, is the same before they are archived, while they are, and after they are restored. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveMonths, restoreArchivedMonths } from '../../src/archive.ts';
import { rollUpMovements } from '../../src/inventory/index.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { privateFolder } from '../support/process.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openTransferWinery } from '../transfer-orders/transfer-winery.ts';

const timeZone = 'America/Los_Angeles';
const folder = privateFolder();
let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

const day = (text: string) => Temporal.PlainDate.from(text);
const months = ['2026-01', '2026-02', '2026-03'];

/** Receipts, shortages, surpluses, shipments and returns of one winery that lie around two ends of months. */
async function pastActivity() {
  const { db } = server.environment;
  const winery = await openTransferWinery(server, 300);
  const names = ['SHORT', 'LOST', 'OVER'];
  for (const CustomerReferenceNo of names) await winery.transferred({ CustomerReferenceNo });
  await winery.until('2031-03-04T09:05:00');
  for (const [nth, CustomerReferenceNo] of names.entries()) {
    const Lines = [{ ItemNo: 'WINE-1', ItemQuantity: [48, 0, 66][nth] }];
    expect((await winery.receive({ CustomerReferenceNo, Lines, Close: true })).status).toBe(200);
  }
  const { customerNo } = winery;
  await db.rows(`select ensure_month('movements', m) from unnest('{2026-01-01,2026-02-01,2026-03-01}'::date[]) m`);
  // Every third one in the last hours of a month of the operator, which UTC posts to the next month.
  await db.rows(
    `with moved as (select seq, timestamptz '2026-01-20T12:00:00Z' + (row_number() over (order by seq) % 3) * interval '11 days 15 hours' as at
                      from movements where customer_no = $1)
     update movements m set at = v.at, occurred_at = v.at from moved v where m.customer_no = $1 and m.seq = v.seq`,
    [customerNo],
  );
  await db.rows(
    `update movements set type = 'Purchase Order', subject = md5(seq::text)::uuid, reference = 'TRUCK'
      where customer_no = $1 and type = 'Inventory Adjustment' and reference not like 'TRANSFER-%'`,
    [customerNo],
  );
  return customerNo;
}

test('figures of archived months are those of before, one month or several archived, and after they are restored', async () => {
  const { db } = server.environment;
  const customerNo = await pastActivity();
  const returning = await openReturnsWinery(server);
  await returning.delivered({ OrderInfo: { OrderNo: 'SOLD-1', TransmissionId: 'SOLD-1' } });
  await returning.sendBack({ OrderNo: 'SOLD-1' });
  await returning.advance(12);
  await db.rows(`update movements set at = '2026-02-10', occurred_at = '2026-02-10' where customer_no = $1`, [
    returning.customerNo,
  ]);
  await db.rows(`update returns set received_at = '2026-02-10' where customer_no = $1`, [returning.customerNo]);
  await catchUpOrderIndex(db);
  await db.rows(`update order_index set ship_date = '2026-02-10' where customer_no = $1`, [returning.customerNo]);
  const activity = async () => {
    const figures = [];
    for (const Month of months) {
      for (const CustomerNo of [customerNo, returning.customerNo]) {
        const { status, body } = await service.call('Activity/Get', { CustomerNo, Month });
        expect(status).toBe(200);
        figures.push(body);
      }
      const { body } = await service.call('Activity/ListDays', { Month });
      figures.push(body);
    }
    return figures;
  };
  await rollUpMovements(db, { timeZone, minUnrolled: 1 });
  const before = await activity();
  const one = before.filter((each) => each.CustomerNo === customerNo);
  const sumOf = (units: (each: (typeof one)[number]) => number) => one.reduce((sum, each) => sum + units(each), 0);
  expect([sumOf(({ PurchaseUnits }) => PurchaseUnits), sumOf(({ TransferUnits }) => TransferUnits)]).toEqual([
    300, 114,
  ]);
  const sold = before.find((each) => each.CustomerNo === returning.customerNo && each.Month === '2026-02');
  expect(sold).toMatchObject({ Orders: 1, Returns: 1 });
  await archiveMonths(server.environment, folder.path, day('2026-02-01'));
  expect(await activity()).toEqual(before);
  await archiveMonths(server.environment, folder.path, day('2026-03-01'));
  expect(await activity()).toEqual(before);
  // The rollups of the restored month are not rebuilt yet, and January is still archived.
  await restoreArchivedMonths(server.environment, folder.path, day('2026-02-01'));
  expect(await activity()).toEqual(before);
  await rollUpMovements(db, { timeZone, minUnrolled: 1 });
  expect(await activity()).toEqual(before);
  await restoreArchivedMonths(server.environment, folder.path, day('2026-01-01'));
  expect(await activity()).toEqual(before);
  await rollUpMovements(db, { timeZone, minUnrolled: 1 });
  expect(await activity()).toEqual(before);
  // Archived again.
  await archiveMonths(server.environment, folder.path, day('2026-03-01'));
  expect(await activity()).toEqual(before);
});
