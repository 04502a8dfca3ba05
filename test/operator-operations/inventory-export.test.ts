/** Inventory/Export: CSV of the balances of the filters. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCsv } from '../../src/lib/csv.ts';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let lead: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  lead = await signedIn(server, 'lead');
});
afterAll(() => server.close());

test('200 returns the rows of Inventory/List, and continues after a position without a header', async () => {
  const winery = await openWinery(server);
  const filters = { Customers: [winery.customerNo] };
  const { body: list } = await lead.call('Inventory/List', filters);
  const { status, body } = await lead.call('Inventory/Export', filters);
  expect([status, body.Rows, body.Next]).toEqual([200, list.Records.length, undefined]);
  const [header, ...rows] = [...readCsv(body.Csv)].map(({ fields }) => fields);
  expect(header).toEqual(Object.keys(list.Records[0]));
  expect(rows).toEqual(list.Records.map((record: object) => Object.values(record).map(String)));
  const { body: first } = await lead.call('Inventory/List', { ...filters, Top: 1 });
  const { body: rest } = await lead.call('Inventory/Export', { ...filters, After: first.Next });
  expect([...readCsv(rest.Csv)]).toHaveLength(rows.length - 1);
});

test('400 for a position that no list returned', async () => {
  const { status, body } = await lead.call('Inventory/Export', { After: 'x' });
  expect([status, body.Errors[0]?.Field]).toEqual([400, 'After']);
});
