/** Activity/ListDays: the storage of every customer by day, in pages and as a file. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenMovements, instant } from '../inventory/past-movements.ts';
import { givenCustomer } from '../support/catalog.ts';
import { exportedRows } from '../support/list-export.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let service: OperatorClient;
let customers: string[];
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
  const { db } = server.environment;
  customers = [await givenCustomer(db), await givenCustomer(db)].sort();
  const at = instant('2026-03-30T18:00:00Z');
  const place = { itemNo: 'PIN', warehouse: 'APC01', status: 'GOOD-NO-TX', type: 'Purchase Order', reference: 'A' };
  for (const [nth, customerNo] of customers.entries())
    await givenMovements(db, customerNo, [{ ...place, seq: 1, at, occurredAt: at, quantity: nth + 5 }]);
});
afterAll(() => server.close());

const list = (request: object) => service.call('Activity/ListDays', { Month: '2026-03', ...request });

test('200 the storage of Activity/Get of each customer, in pages, and all of it as a file', async () => {
  const pages = [];
  let after: string | undefined;
  do {
    const { status, body } = await list({ Top: 20, ...(after !== undefined && { After: after }) });
    expect([status, body.Count]).toEqual([200, customers.length * 31]);
    pages.push(...body.Records);
    after = body.Next;
  } while (after !== undefined);
  const expected = [];
  for (const CustomerNo of customers) {
    const { body } = await service.call('Activity/Get', { CustomerNo, Month: '2026-03' });
    expect(body.Storage.at(-1).OnHand).toBeGreaterThan(0);
    for (const day of body.Storage) expected.push({ CustomerNo, CustomerName: body.CustomerName, ...day });
  }
  expect(pages).toEqual(expected);
  const rows = await exportedRows(server, service, 'Activity/ListDays', { Month: '2026-03' });
  expect(rows).toEqual(expected.map((row) => ({ ...row, OnHand: String(row.OnHand) })));
});

test('200 of one customer, and of a month to come nothing', async () => {
  const [, CustomerNo = ''] = customers;
  const { body } = await list({ CustomerNo, Top: 100 });
  expect([body.Count, body.Records.length, body.Records[30]]).toMatchObject([31, 31, { CustomerNo, OnHand: 6 }]);
  expect((await list({ Text: CustomerNo, Top: 100 })).body.Records).toEqual(body.Records);
  expect((await list({ Month: '2999-01' })).body).toEqual({ Records: [], Count: 0 });
  expect((await service.call('Activity/ListDays', { CustomerNo })).body.Records[0].Day).toContain('/01/');
});

test('400 for what is no month, no position, or two filters of customers', async () => {
  for (const [request, field] of [
    [{ Month: '2026-13' }, 'Month'],
    [{ After: 'x W1' }, 'After'],
    [{ CustomerNo: 'W1', Text: 'W' }, 'Text'],
  ] as const) {
    const { status, body } = await list(request);
    expect([status, body.Errors[0]?.Field]).toEqual([400, field]);
  }
});

test('404 for a customer that does not exist', async () => {
  expect((await list({ CustomerNo: 'NONE' })).status).toBe(404);
});
