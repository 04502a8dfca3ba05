/** Activity/Export: CSV of the activity of customers, with a column for each order type. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCsv } from '../../src/lib/csv.ts';
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

test('200 returns the rows of Activity/List', async () => {
  const { db } = server.environment;
  const customerNo = await givenCustomer(db);
  const at = instant('2026-03-30T18:00:00Z');
  const place = { itemNo: 'PIN', warehouse: 'APC01', status: 'GOOD-NO-TX', type: 'Transfer In', reference: 'A' };
  await givenMovements(db, customerNo, [{ ...place, seq: 1, at, occurredAt: at, quantity: 7 }]);
  const filters = { Month: '2026-03', Text: customerNo };
  const { status, body } = await service.call('Activity/Export', filters);
  expect([status, body.Rows, body.Next]).toEqual([200, 1, undefined]);
  const [header, row] = [...readCsv(body.Csv)].map(({ fields }) => fields);
  const of = (name: string) => row?.[header?.indexOf(name) ?? -1];
  expect(['CustomerNo', 'Month', 'Orders', 'Orders CLUB', 'TransferUnits', 'UnitDays'].map(of)).toEqual([
    ...[customerNo, '2026-03', '0', '0', '7', '14'],
  ]);
});

test('400 for what is no month', async () => {
  const { status, body } = await service.call('Activity/Export', { Month: 'March' });
  expect([status, body.Errors[0]?.Field]).toEqual([400, 'Month']);
});
