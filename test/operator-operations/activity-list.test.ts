/** Activity/List: a month of every customer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenMovements, instant } from '../inventory/past-movements.ts';
import { givenCustomer } from '../support/catalog.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(() => server.close());

test('200 the record of Activity/Get of each customer, in pages by number', async () => {
  const { db } = server.environment;
  const customers = [await givenCustomer(db), await givenCustomer(db)].sort();
  const at = instant('2026-03-31T18:00:00Z');
  const place = { itemNo: 'PIN', warehouse: 'APC01', status: 'GOOD-NO-TX', type: 'Purchase Order', reference: 'A' };
  for (const [nth, customerNo] of customers.entries())
    await givenMovements(db, customerNo, [{ ...place, seq: 1, at, occurredAt: at, quantity: nth + 5 }]);
  const records = [];
  let after: string | undefined;
  do {
    const page = { Month: '2026-03', Top: 1, ...(after !== undefined && { After: after }) };
    const { status, body } = await service.call('Activity/List', page);
    expect(status).toBe(200);
    records.push(...body.Records);
    after = body.Next;
  } while (after !== undefined);
  for (const [nth, customerNo] of customers.entries()) {
    const { body } = await service.call('Activity/Get', { CustomerNo: customerNo, Month: '2026-03' });
    const { Storage, CurrentMonth: _, ...record } = body;
    expect(records.find(({ CustomerNo }) => CustomerNo === customerNo)).toEqual(record);
    expect([record.PurchaseUnits, record.UnitDays, Storage.at(-1)?.OnHand]).toEqual([nth + 5, nth + 5, nth + 5]);
  }
  const { body: found } = await service.call('Activity/List', { Month: '2026-03', Text: customers[1] });
  expect(found.Records.map(({ CustomerNo }: { CustomerNo: string }) => CustomerNo)).toEqual([customers[1]]);
});

test('200 without a month: the current one', async () => {
  const { body } = await service.call('Activity/List', {});
  const months = new Set(body.Records.map(({ Month }: { Month: string }) => Month));
  expect([...months]).toEqual([body.CurrentMonth]);
  const { CustomerNo } = body.Records[0];
  const { body: one } = await service.call('Activity/Get', { CustomerNo });
  expect([one.Month, one.CurrentMonth]).toEqual([body.CurrentMonth, body.CurrentMonth]);
});

test('400 for what is no month', async () => {
  const { status, body } = await service.call('Activity/List', { Month: '2026-00' });
  expect([status, body.Errors[0]?.Field]).toEqual([400, 'Month']);
});
