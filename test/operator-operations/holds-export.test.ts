/** Holds/Export: CSV of the orders on hold, with what ends their holds. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCsv } from '../../src/lib/csv.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(() => server.close());

test('200 returns the rows of Holds/List, and continues after a position without a header', async () => {
  const winery = await openWinery(server);
  const older = await winery.order({ OrderInfo: { HoldOrder: true } });
  const newer = await winery.order({ OrderInfo: { HoldOrder: true } });
  await winery.order();
  await catchUpOrderIndex(server.environment.db);
  const filters = { Reasons: ['Winery'], Customers: [winery.customerNo] };
  const { status, body } = await service.call('Holds/Export', filters);
  expect([status, body.Rows, body.Next]).toEqual([200, 2, undefined]);
  const [header, ...rows] = [...readCsv(body.Csv)].map(({ fields }) => fields);
  const column = (name: string) => rows.map((row) => row[header?.indexOf(name) ?? -1]);
  expect(column('OrderNo')).toEqual([older.orderNo, newer.orderNo]);
  expect(column('HoldReasons')).toEqual(['Winery', 'Winery']);
  const { body: list } = await service.call('Holds/List', { ...filters, Top: 1 });
  expect(column('EndsBy')[0]).toBe(list.Records[0].Holds[0].EndsBy);
  expect(column('HeldSince')[0]).toBe(list.Records[0].Holds[0].Since);
  const { body: rest } = await service.call('Holds/Export', { ...filters, After: list.Next });
  expect([...readCsv(rest.Csv)]).toHaveLength(1);
  expect(rest.Csv).toContain(newer.orderNo);
});

test('400 for a position that no list returned', async () => {
  const { status, body } = await service.call('Holds/Export', { After: 'x' });
  expect([status, body.Errors[0]?.Field]).toEqual([400, 'After']);
});
